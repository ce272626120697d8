package dev.brickwork.web.portal.views;

import dev.brickwork.platform.Translation;
import java.util.Locale;

/// The texts of the hosted pages, in each of their languages.
public enum Phrase {
    SKIP("Skip to content", "Zum Inhalt springen", "Aller au contenu", "Ir al contenido"),
    TEST_MODE(
            "Test mode: no real money moves on this page.",
            "Testmodus: Auf dieser Seite fließt kein echtes Geld.",
            "Mode test : aucun argent réel ne circule sur cette page.",
            "Modo de prueba: en esta página no se mueve dinero real."),
    POWERED(
            "Billing by Brickwork",
            "Abrechnung mit Brickwork",
            "Facturation par Brickwork",
            "Facturación con Brickwork"),
    NO_CARDS(
            "Card and account numbers are entered at the payment processor and never reach this page.",
            "Karten- und Kontonummern geben Sie beim Zahlungsdienst ein; diese Seite erhält sie nie.",
            "Les numéros de carte et de compte sont saisis chez le prestataire de paiement et ne "
                    + "parviennent jamais à cette page.",
            "Los números de tarjeta y de cuenta se introducen en el procesador de pagos y nunca llegan "
                    + "a esta página."),

    INVOICE("Invoice %s", "Rechnung %s", "Facture %s", "Factura %s"),
    FROM("From", "Von", "De", "De"),
    NUMBER("Invoice number", "Rechnungsnummer", "Numéro de facture", "Número de factura"),
    DUE_ON("Due %s", "Fällig am %s", "Échéance le %s", "Vence el %s"),
    DUE_DATE("Due date", "Fälligkeit", "Échéance", "Vencimiento"),
    STATUS("Status", "Status", "Statut", "Estado"),
    AMOUNT_DUE("Amount due", "Offener Betrag", "Montant dû", "Importe pendiente"),
    TOTAL("Total", "Gesamtbetrag", "Total", "Total"),
    VAT("VAT", "USt.", "TVA", "IVA"),
    ISSUED_ON("Invoice date", "Rechnungsdatum", "Date de facture", "Fecha de factura"),
    LINES("What this invoice is for", "Was abgerechnet wird", "Ce qui est facturé", "Lo que se factura"),
    REVERSE_CHARGE(
            "reverse charge",
            "Steuerschuldnerschaft des Leistungsempfängers",
            "autoliquidation",
            "inversión del sujeto pasivo"),
    CARRIED_FORWARD("Credit carried forward", "Übertrag auf das Guthaben", "Avoir reporté", "Saldo a favor traspasado"),
    CREDIT_APPLIED("Credit applied", "Verrechnetes Guthaben", "Avoir imputé", "Crédito aplicado"),
    OFFSET("Offset", "Verrechnung", "Compensation", "Compensación"),
    PAID_ON("Paid on %s", "Bezahlt am %s", "Payé le %s", "Pagado el %s"),
    OUTSTANDING("Open", "Offen", "À payer", "Pendiente"),
    DUE_TODAY("Due today", "Heute fällig", "Échéance aujourd’hui", "Vence hoy"),
    PAST_DUE("Past due", "Überfällig", "En retard", "Vencida"),
    PARTIALLY_PAID("Partly paid", "Teilweise bezahlt", "Payée en partie", "Pagada en parte"),
    PAID("Paid", "Bezahlt", "Payée", "Pagada"),
    SETTLED("Settled", "Ausgeglichen", "Soldée", "Saldada"),
    VOID("Void", "Storniert", "Annulée", "Anulada"),
    UNDER_WAY("Payment under way", "Zahlung läuft", "Paiement en cours", "Pago en curso"),
    ON_HOLD("On hold", "Angehalten", "En attente", "En espera"),

    PAY_TITLE("Pay this invoice", "Diese Rechnung bezahlen", "Payer cette facture", "Pagar esta factura"),
    PAY_BUTTON("Pay %s", "%s bezahlen", "Payer %s", "Pagar %s"),
    PAY_ONLINE_CARD(
            "By card. You continue to the secure form of our payment processor.",
            "Per Karte. Es geht weiter zum sicheren Formular unseres Zahlungsdienstes.",
            "Par carte. Vous continuez sur le formulaire sécurisé de notre prestataire de paiement.",
            "Con tarjeta. Continuará en el formulario seguro de nuestro procesador de pagos."),
    PAY_ONLINE_BANK(
            "By bank debit. You continue to the secure form of our payment processor.",
            "Per Bankeinzug. Es geht weiter zum sicheren Formular unseres Zahlungsdienstes.",
            "Par prélèvement. Vous continuez sur le formulaire sécurisé de notre prestataire de paiement.",
            "Con adeudo bancario. Continuará en el formulario seguro de nuestro procesador de pagos."),
    PAY_ONLINE_BOTH(
            "By card or bank debit. You continue to the secure form of our payment processor.",
            "Per Karte oder Bankeinzug. Es geht weiter zum sicheren Formular unseres Zahlungsdienstes.",
            "Par carte ou prélèvement. Vous continuez sur le formulaire sécurisé de notre prestataire de paiement.",
            "Con tarjeta o adeudo bancario. Continuará en el formulario seguro de nuestro procesador de pagos."),
    PAY_CONTINUE(
            "If you have just paid, this page will show it in a moment. Otherwise you can pay now.",
            "Wenn Sie gerade bezahlt haben, zeigt diese Seite es gleich an. Sonst können Sie jetzt bezahlen.",
            "Si vous venez de payer, cette page l’indiquera dans un instant. Sinon, vous pouvez payer maintenant.",
            "Si acaba de pagar, esta página lo mostrará en un momento. Si no, puede pagar ahora."),
    AUTOPAY(
            "By paying here you allow %s to keep this payment method and to charge it for future "
                    + "invoices when they are due.",
            "Mit der Zahlung erlauben Sie %s, dieses Zahlungsmittel zu speichern und künftige "
                    + "Rechnungen bei Fälligkeit damit einzuziehen.",
            "En payant ici, vous autorisez %s à conserver ce moyen de paiement et à le débiter pour les "
                    + "prochaines factures à leur échéance.",
            "Al pagar aquí autoriza a %s a guardar este medio de pago y a cobrar con él las próximas "
                    + "facturas a su vencimiento."),
    OTHER_WAYS("Other ways to pay", "Andere Wege zu bezahlen", "Autres moyens de payer", "Otras formas de pago"),
    BANK_ACCOUNT("Bank account", "Bankverbindung", "Coordonnées bancaires", "Cuenta bancaria"),
    BY_WIRE("Bank transfer", "Überweisung", "Virement bancaire", "Transferencia bancaria"),
    BY_WIRE_HOW(
            "Transfer %s to this account of %s and state the reference, so that we can match it.",
            "Überweisen Sie %s auf dieses Konto von %s und geben Sie den Verwendungszweck an, damit wir die "
                    + "Zahlung zuordnen können.",
            "Virez %s sur ce compte de %s en précisant la référence, afin que nous puissions l’affecter.",
            "Transfiera %s a esta cuenta de %s e indique la referencia para que podamos asignar el pago."),
    BY_WIRE_ASK(
            "Transfer %s to %s and state this reference. The account is not shown here; please ask for it.",
            "Überweisen Sie %s an %s unter Angabe dieses Verwendungszwecks. Das Konto steht nicht auf dieser Seite; "
                    + "bitte fragen Sie danach.",
            "Virez %s à %s en précisant cette référence. Le compte n’est pas indiqué ici ; demandez-le.",
            "Transfiera %s a %s indicando esta referencia. La cuenta no figura aquí; solicítela."),
    ACCOUNT_HOLDER("Account holder", "Kontoinhaber", "Titulaire", "Titular"),
    ACCOUNT_NUMBER("Account number", "Kontonummer", "Numéro de compte", "Número de cuenta"),
    ROUTING_NUMBER("Routing number", "Bankleitzahl", "Code banque", "Código de banco"),
    BANK("Bank", "Bank", "Banque", "Banco"),
    NOTE("Note", "Hinweis", "Note", "Nota"),
    BY_CHECK("Check", "Scheck", "Chèque", "Cheque"),
    BY_CHECK_HOW(
            "Make the check for %s payable to %s, write the reference on it and send it to us.",
            "Stellen Sie den Scheck über %s auf %s aus, vermerken Sie den Verwendungszweck und senden Sie ihn an uns.",
            "Établissez le chèque de %s à l’ordre de %s, inscrivez-y la référence et envoyez-le-nous.",
            "Extienda el cheque por %s a favor de %s, anote la referencia y envíenoslo."),
    SEND_TO("Address", "Adresse", "Adresse", "Dirección"),
    REFERENCE("Reference", "Verwendungszweck", "Référence", "Referencia"),
    NO_WAY(
            "%s takes no payments on this page. Please use the instructions on the invoice.",
            "%s nimmt auf dieser Seite keine Zahlungen entgegen. Bitte folgen Sie den Angaben auf der Rechnung.",
            "%s n’accepte pas de paiement sur cette page. Merci de suivre les indications de la facture.",
            "%s no acepta pagos en esta página. Siga las indicaciones de la factura."),
    TRY_LATER(
            "The payment form cannot be opened now. Nothing was charged; please try again in a few minutes.",
            "Das Zahlungsformular lässt sich gerade nicht öffnen. Es wurde nichts abgebucht; bitte "
                    + "versuchen Sie es in einigen Minuten erneut.",
            "Le formulaire de paiement ne peut pas être ouvert pour le moment. Rien n’a été débité ; "
                    + "réessayez dans quelques minutes.",
            "El formulario de pago no se puede abrir ahora. No se ha cobrado nada; inténtelo de nuevo "
                    + "en unos minutos."),
    NOT_THIS_AMOUNT(
            "This amount cannot be paid online. Please use the instructions on the invoice.",
            "Dieser Betrag kann nicht online bezahlt werden. Bitte folgen Sie den Angaben auf der Rechnung.",
            "Ce montant ne peut pas être payé en ligne. Merci de suivre les indications de la facture.",
            "Este importe no se puede pagar en línea. Siga las indicaciones de la factura."),
    TOO_OFTEN(
            "This was tried too often in the last hour. Please wait a while.",
            "Das wurde in der letzten Stunde zu oft versucht. Bitte warten Sie etwas.",
            "Trop d’essais au cours de la dernière heure. Merci de patienter.",
            "Se ha intentado demasiadas veces en la última hora. Espere un poco."),
    SENT_TWICE(
            "This form was sent already or has expired. Here is how things stand now.",
            "Dieses Formular wurde schon gesendet oder ist abgelaufen. So ist der Stand jetzt.",
            "Ce formulaire a déjà été envoyé ou a expiré. Voici l’état actuel.",
            "Este formulario ya se envió o ha caducado. Este es el estado actual."),

    PAID_TITLE(
            "This invoice is paid",
            "Diese Rechnung ist bezahlt",
            "Cette facture est payée",
            "Esta factura está pagada"),
    PAID_MORE(
            "Thank you. There is nothing left to do.",
            "Vielen Dank. Es ist nichts mehr zu tun.",
            "Merci. Il n’y a plus rien à faire.",
            "Gracias. No queda nada por hacer."),
    SETTLED_TITLE(
            "This invoice is settled",
            "Diese Rechnung ist ausgeglichen",
            "Cette facture est soldée",
            "Esta factura está saldada"),
    SETTLED_MORE(
            "There is nothing left to pay.",
            "Es ist nichts mehr zu bezahlen.",
            "Il n’y a plus rien à payer.",
            "No queda nada por pagar."),
    VOID_TITLE(
            "This invoice was cancelled",
            "Diese Rechnung wurde storniert",
            "Cette facture a été annulée",
            "Esta factura fue anulada"),
    VOID_MORE(
            "Please do not pay it. If you have questions, contact %s.",
            "Bitte bezahlen Sie sie nicht. Bei Fragen wenden Sie sich an %s.",
            "Merci de ne pas la payer. Pour toute question, contactez %s.",
            "No la pague. Si tiene preguntas, contacte con %s."),
    PROCESSING_TITLE(
            "Your payment is being processed",
            "Ihre Zahlung wird bearbeitet",
            "Votre paiement est en cours de traitement",
            "Su pago se está procesando"),
    PROCESSING_MORE(
            "You need not do anything. Bank debits can take a few working days; this page shows when "
                    + "the payment has arrived.",
            "Sie müssen nichts tun. Bankeinzüge können einige Werktage dauern; diese Seite zeigt, wenn "
                    + "die Zahlung eingegangen ist.",
            "Vous n’avez rien à faire. Un prélèvement peut prendre quelques jours ouvrés ; cette page "
                    + "indique quand le paiement est arrivé.",
            "No tiene que hacer nada. Los adeudos pueden tardar unos días laborables; esta página "
                    + "muestra cuándo llega el pago."),
    UNKNOWN_TITLE(
            "This link does not work",
            "Dieser Link funktioniert nicht",
            "Ce lien ne fonctionne pas",
            "Este enlace no funciona"),
    UNKNOWN_MORE(
            "It may be mistyped, or have been replaced by a newer one. Please use the link of the "
                    + "latest message, or ask the sender.",
            "Er ist vielleicht unvollständig oder wurde durch einen neueren ersetzt. Bitte nutzen Sie "
                    + "den Link der letzten Nachricht oder fragen Sie den Absender.",
            "Il est peut-être incomplet ou a été remplacé. Utilisez le lien du dernier message ou "
                    + "demandez à l’expéditeur.",
            "Puede estar incompleto o haber sido sustituido. Use el enlace del último mensaje o "
                    + "pregunte al remitente."),
    EXPIRED_TITLE("This link has expired", "Dieser Link ist abgelaufen", "Ce lien a expiré", "Este enlace ha caducado"),
    EXPIRED_MORE(
            "Please ask %s for a new one.",
            "Bitte lassen Sie sich von %s einen neuen geben.",
            "Merci d’en demander un nouveau à %s.",
            "Pida uno nuevo a %s."),
    BUSY_TITLE("Too many requests", "Zu viele Anfragen", "Trop de requêtes", "Demasiadas solicitudes"),
    BUSY_MORE(
            "Please wait a minute and load the page again.",
            "Bitte warten Sie eine Minute und laden Sie die Seite neu.",
            "Merci de patienter une minute, puis de recharger la page.",
            "Espere un minuto y vuelva a cargar la página."),
    FAILED_TITLE(
            "Something went wrong on our side",
            "Bei uns ist etwas schiefgegangen",
            "Un problème est survenu de notre côté",
            "Algo ha fallado por nuestra parte"),
    FAILED_MORE(
            "Please load the page again in a minute: it shows how things stand. Nothing is done twice.",
            "Bitte laden Sie die Seite in einer Minute neu: Sie zeigt den aktuellen Stand. Nichts geschieht doppelt.",
            "Merci de recharger la page dans une minute : elle indique l’état actuel. Rien n’est fait deux fois.",
            "Vuelva a cargar la página en un minuto: muestra el estado actual. Nada se hace dos veces."),
    REFUSED_TITLE(
            "This form cannot be accepted",
            "Dieses Formular kann nicht angenommen werden",
            "Ce formulaire ne peut pas être accepté",
            "Este formulario no se puede aceptar"),
    REFUSED_MORE(
            "It did not come from this page. Open the link that you received and try again.",
            "Es kam nicht von dieser Seite. Öffnen Sie den Link, den Sie erhalten haben, und versuchen "
                    + "Sie es erneut.",
            "Il ne provient pas de cette page. Ouvrez le lien que vous avez reçu et réessayez.",
            "No procede de esta página. Abra el enlace que recibió e inténtelo de nuevo."),

    PDF_TITLE("The invoice as PDF", "Die Rechnung als PDF", "La facture en PDF", "La factura en PDF"),
    PDF_HOW(
            "To protect your data we send a code to the addresses that received this invoice.",
            "Zum Schutz Ihrer Daten senden wir einen Code an die Adressen, die diese Rechnung erhalten haben.",
            "Pour protéger vos données, nous envoyons un code aux adresses qui ont reçu cette facture.",
            "Para proteger sus datos, enviamos un código a las direcciones que recibieron esta factura."),
    PDF_SEND("Send the code", "Code senden", "Envoyer le code", "Enviar el código"),
    PDF_SENT(
            "The code is on its way. It works for 15 minutes.",
            "Der Code ist unterwegs. Er gilt 15 Minuten.",
            "Le code est en route. Il est valable 15 minutes.",
            "El código está en camino. Es válido durante 15 minutos."),
    PDF_CODE("Code from the e-mail", "Code aus der E-Mail", "Code reçu par e-mail", "Código del correo"),
    PDF_WRONG(
            "This code is not right or has expired. Look at the latest e-mail, or ask for a new code.",
            "Dieser Code stimmt nicht oder ist abgelaufen. Sehen Sie in der letzten E-Mail nach oder "
                    + "fordern Sie einen neuen an.",
            "Ce code est faux ou a expiré. Consultez le dernier e-mail ou demandez un nouveau code.",
            "Este código no es correcto o ha caducado. Consulte el último correo o pida uno nuevo."),
    PDF_GET("Download the PDF", "PDF herunterladen", "Télécharger le PDF", "Descargar el PDF"),
    PDF_LIMIT(
            "No more codes can be sent for this invoice today.",
            "Für diese Rechnung können heute keine Codes mehr gesendet werden.",
            "Aucun autre code ne peut être envoyé aujourd’hui pour cette facture.",
            "Hoy no se pueden enviar más códigos para esta factura."),
    PDF_LATER(
            "The PDF is still being made. Please try again in a minute.",
            "Das PDF wird noch erstellt. Bitte versuchen Sie es in einer Minute erneut.",
            "Le PDF est en cours de création. Réessayez dans une minute.",
            "El PDF aún se está creando. Inténtelo de nuevo en un minuto."),

    ORDER_FORM("Order form", "Auftragsformular", "Bon de commande", "Formulario de pedido"),
    ORDER_TITLE("Review your order", "Ihr Auftrag im Überblick", "Vérifiez votre commande", "Revise su pedido"),
    PROVIDER("Provider", "Anbieter", "Prestataire", "Proveedor"),
    CUSTOMER("Customer", "Kunde", "Client", "Cliente"),
    BILLED("Billed company", "Rechnungsempfänger", "Société facturée", "Empresa facturada"),
    PLAN("Plan", "Tarif", "Formule", "Plan"),
    STARTS("Start", "Beginn", "Début", "Inicio"),
    ENDS("End", "Ende", "Fin", "Fin"),
    LENGTH("Contract length", "Laufzeit", "Durée", "Duración"),
    MONTHS("%s months", "%s Monate", "%s mois", "%s meses"),
    ONE_MONTH("1 month", "1 Monat", "1 mois", "1 mes"),
    BILLING("Billing", "Abrechnung", "Facturation", "Facturación"),
    MONTHLY("Monthly", "Monatlich", "Mensuelle", "Mensual"),
    QUARTERLY("Quarterly", "Vierteljährlich", "Trimestrielle", "Trimestral"),
    SEMI_ANNUALLY("Every six months", "Halbjährlich", "Semestrielle", "Semestral"),
    ANNUALLY("Annually", "Jährlich", "Annuelle", "Anual"),
    ALL_UPFRONT("All upfront", "Vollständig im Voraus", "Intégralement d’avance", "Todo por adelantado"),
    PAYMENT_TERMS("Payment terms", "Zahlungsziel", "Délai de paiement", "Plazo de pago"),
    ONE_DAY("1 day", "1 Tag", "1 jour", "1 día"),
    DAYS("%s days", "%s Tage", "%s jours", "%s días"),
    AT_ONCE("Due on receipt", "Sofort fällig", "À réception", "Al recibirla"),
    RENEWAL("Renewal", "Verlängerung", "Renouvellement", "Renovación"),
    RENEWS("Automatically, for %s", "Automatisch um %s", "Automatique, pour %s", "Automática, por %s"),
    RENEWS_NOT("Ends by itself", "Endet von selbst", "Prend fin automatiquement", "Termina por sí sola"),
    ITEMS("What you order", "Leistungen", "Prestations", "Lo que contrata"),
    ITEM("Item", "Leistung", "Prestation", "Concepto"),
    QUANTITY("Quantity", "Menge", "Quantité", "Cantidad"),
    AMOUNT("Amount", "Betrag", "Montant", "Importe"),
    USAGE_APART(
            "Usage is billed apart, at the prices of the order form",
            "Verbrauch wird gesondert berechnet, zu den Preisen des Auftragsformulars",
            "La consommation est facturée à part, aux prix du bon de commande",
            "El consumo se factura aparte, a los precios del formulario de pedido"),
    ON_COMPLETION("When completed", "Bei Fertigstellung", "À l’achèvement", "Al completarse"),
    UNLIMITED("unlimited", "unbegrenzt", "illimité", "ilimitado"),
    SUBTOTAL("Subtotal", "Zwischensumme", "Sous-total", "Subtotal"),
    DISCOUNT("Discount", "Rabatt", "Remise", "Descuento"),
    SURCHARGE("Surcharge", "Zuschlag", "Supplément", "Recargo"),
    WITHDRAWN("Discount withdrawn", "Entfallener Rabatt", "Remise retirée", "Descuento retirado"),
    ADJUSTMENT_CREDIT("Adjustment credit", "Anrechnung", "Avoir de régularisation", "Abono por ajuste"),
    ORDER_TOTAL("Total", "Gesamtbetrag", "Total", "Total"),
    SCHEDULE("Billing schedule", "Abrechnungsplan", "Échéancier", "Calendario de facturación"),
    BILLED_ON("Billed on", "Abgerechnet am", "Facturé le", "Se factura el"),
    PERIOD("Period", "Zeitraum", "Période", "Periodo"),
    READ_FORM(
            "Read the order form (PDF)",
            "Auftragsformular lesen (PDF)",
            "Lire le bon de commande (PDF)",
            "Leer el formulario de pedido (PDF)"),

    SIGN_TITLE(
            "Sign the order form",
            "Auftragsformular unterzeichnen",
            "Signer le bon de commande",
            "Firmar el formulario de pedido"),
    SIGN_NAME("Your full name", "Ihr vollständiger Name", "Votre nom complet", "Su nombre completo"),
    SIGN_NAME_HINT(
            "Typing your name is your signature.",
            "Ihr eingetippter Name ist Ihre Unterschrift.",
            "Votre nom tapé vaut signature.",
            "Su nombre escrito es su firma."),
    SIGN_ROLE(
            "Your role (optional)", "Ihre Funktion (freiwillig)", "Votre fonction (facultatif)", "Su cargo (opcional)"),
    SIGN_CONSENT(
            "I have read the order form, I may sign for %s, and I accept it.",
            "Ich habe das Auftragsformular gelesen, darf für %s unterzeichnen und nehme es an.",
            "J’ai lu le bon de commande, je suis habilité à signer pour %s et je l’accepte.",
            "He leído el formulario de pedido, puedo firmar por %s y lo acepto."),
    SIGN_BUTTON("Sign and accept", "Unterzeichnen und annehmen", "Signer et accepter", "Firmar y aceptar"),
    SIGN_EVIDENCE(
            "Name, time and network address are kept with the signature and printed on the form.",
            "Name, Zeitpunkt und Netzadresse werden mit der Unterschrift gespeichert und auf dem Formular gedruckt.",
            "Le nom, l’heure et l’adresse réseau sont conservés avec la signature et imprimés sur le bon.",
            "El nombre, la hora y la dirección de red se guardan con la firma y se imprimen en el formulario."),
    NAME_MISSING(
            "Please type your name.",
            "Bitte geben Sie Ihren Namen ein.",
            "Merci de saisir votre nom.",
            "Escriba su nombre."),
    CONSENT_MISSING(
            "Please tick the box to accept.",
            "Bitte setzen Sie das Häkchen, um anzunehmen.",
            "Merci de cocher la case pour accepter.",
            "Marque la casilla para aceptar."),
    SIGNED_TITLE(
            "Thank you, the order is signed",
            "Vielen Dank, der Auftrag ist unterzeichnet",
            "Merci, la commande est signée",
            "Gracias, el pedido está firmado"),
    SIGNED_MORE(
            "Both sides have agreed. Keep a copy of the signed form.",
            "Beide Seiten haben zugestimmt. Bewahren Sie eine Kopie des unterzeichneten Formulars auf.",
            "Les deux parties ont accepté. Conservez une copie du bon signé.",
            "Ambas partes han aceptado. Guarde una copia del formulario firmado."),
    AGREED_TITLE(
            "Thank you for your order",
            "Vielen Dank für Ihren Auftrag",
            "Merci pour votre commande",
            "Gracias por su pedido"),
    SIGNED_FOR("For %s", "Für %s", "Pour %s", "Por %s"),
    SIGNED_AT("on %s from %s", "am %s von %s", "le %s depuis %s", "el %s desde %s"),
    SIGNED_ON("on %s", "am %s", "le %s", "el %s"),
    SIGNED_PDF(
            "Download the signed form (PDF)",
            "Unterzeichnetes Formular herunterladen (PDF)",
            "Télécharger le bon signé (PDF)",
            "Descargar el formulario firmado (PDF)"),
    CLOSED_TITLE(
            "This order is already confirmed",
            "Dieser Auftrag ist bereits bestätigt",
            "Cette commande est déjà confirmée",
            "Este pedido ya está confirmado"),
    CLOSED_MORE(
            "There is nothing left to sign.",
            "Es ist nichts mehr zu unterzeichnen.",
            "Il n’y a plus rien à signer.",
            "No queda nada por firmar."),
    DROPPED_TITLE(
            "This order was withdrawn",
            "Dieser Auftrag wurde zurückgezogen",
            "Cette commande a été retirée",
            "Este pedido fue retirado"),
    DROPPED_MORE(
            "Please ask %s if you have questions.",
            "Bei Fragen wenden Sie sich bitte an %s.",
            "Pour toute question, adressez-vous à %s.",
            "Si tiene preguntas, diríjase a %s."),
    CHANGED(
            "The order has changed since you opened this page. Please read it again before you agree.",
            "Der Auftrag hat sich geändert, seit Sie diese Seite geöffnet haben. Bitte lesen Sie ihn "
                    + "noch einmal, bevor Sie zustimmen.",
            "La commande a changé depuis l’ouverture de cette page. Merci de la relire avant d’accepter.",
            "El pedido ha cambiado desde que abrió esta página. Léalo de nuevo antes de aceptar."),
    CANNOT(
            "This order cannot be agreed to at the moment. Please contact %s.",
            "Diesem Auftrag kann derzeit nicht zugestimmt werden. Bitte wenden Sie sich an %s.",
            "Cette commande ne peut pas être acceptée pour le moment. Merci de contacter %s.",
            "Este pedido no se puede aceptar en este momento. Contacte con %s."),
    NO_COUPON(
            "The coupon of this order cannot be used any more, so this total cannot be agreed to. Please ask %s for a "
                    + "new offer.",
            "Der Gutschein dieses Auftrags gilt nicht mehr; diesem Betrag kann niemand zustimmen. Bitte fragen Sie %s "
                    + "nach einem neuen Angebot.",
            "Le coupon de cette commande n’est plus valable ; ce montant ne peut pas être accepté. Merci de demander "
                    + "une nouvelle offre à %s.",
            "El cupón de este pedido ya no es válido, por lo que este importe no se puede aceptar. Pida una nueva "
                    + "oferta a %s."),

    CHECKOUT_TITLE(
            "How would you like to go on?",
            "Wie möchten Sie fortfahren?",
            "Comment souhaitez-vous continuer ?",
            "¿Cómo desea continuar?"),
    CHOOSE_CARD("Pay by card", "Mit Karte zahlen", "Payer par carte", "Pagar con tarjeta"),
    CHOOSE_CARD_MORE(
            "Invoices are charged when they are issued.",
            "Rechnungen werden abgebucht, wenn sie ausgestellt werden.",
            "Les factures sont débitées à leur émission.",
            "Las facturas se cobran al emitirse."),
    CHOOSE_BANK("Pay by bank debit", "Per Bankeinzug zahlen", "Payer par prélèvement", "Pagar con adeudo bancario"),
    CHOOSE_BANK_MORE(
            "From a US bank account, when invoices are issued.",
            "Von einem US-Bankkonto, wenn Rechnungen ausgestellt werden.",
            "Depuis un compte bancaire américain, à l’émission des factures.",
            "Desde una cuenta bancaria de EE. UU., al emitirse las facturas."),
    CHOOSE_FORM(
            "Sign the order form",
            "Auftragsformular unterzeichnen",
            "Signer le bon de commande",
            "Firmar el formulario de pedido"),
    CHOOSE_FORM_MORE(
            "You receive invoices and pay them within the payment terms.",
            "Sie erhalten Rechnungen und zahlen sie innerhalb des Zahlungsziels.",
            "Vous recevez des factures à payer dans le délai convenu.",
            "Recibe facturas y las paga dentro del plazo."),
    CONTINUE("Continue", "Weiter", "Continuer", "Continuar"),
    CONFIRM_TITLE("Confirm your order", "Auftrag bestätigen", "Confirmez votre commande", "Confirme su pedido"),
    CONFIRM_BUTTON(
            "Order and pay",
            "Zahlungspflichtig bestellen",
            "Commander avec obligation de paiement",
            "Pedido con obligación de pago"),
    CONFIRM_CONSENT(
            "I may order for %s and accept the order form. Invoices may be charged to %s when they are issued.",
            "Ich darf für %s bestellen und nehme das Auftragsformular an. Rechnungen dürfen, wenn sie "
                    + "ausgestellt werden, über %s eingezogen werden.",
            "Je suis habilité à commander pour %s et j’accepte le bon de commande. Les factures "
                    + "pourront être débitées sur %s à leur émission.",
            "Puedo hacer pedidos por %s y acepto el formulario. Las facturas podrán cobrarse a %s al emitirse."),
    OTHER_METHOD(
            "Use another payment method",
            "Anderes Zahlungsmittel verwenden",
            "Utiliser un autre moyen de paiement",
            "Usar otro medio de pago"),
    NOTHING_OFFERED(
            "%s offers no way to agree online. Please contact them.",
            "%s bietet keinen Weg, online zuzustimmen. Bitte nehmen Sie Kontakt auf.",
            "%s ne propose pas d’accord en ligne. Merci de les contacter.",
            "%s no ofrece aceptación en línea. Póngase en contacto."),

    PORTAL_TITLE("Billing", "Abrechnung", "Facturation", "Facturación"),
    PORTAL_FOR(
            "Invoices and payment methods of %s",
            "Rechnungen und Zahlungsmittel von %s",
            "Factures et moyens de paiement de %s",
            "Facturas y medios de pago de %s"),
    INVOICES("Invoices", "Rechnungen", "Factures", "Facturas"),
    NO_INVOICES(
            "There are no invoices yet.",
            "Es gibt noch keine Rechnungen.",
            "Il n’y a pas encore de factures.",
            "Aún no hay facturas."),
    ISSUED("Date", "Datum", "Date", "Fecha"),
    PAY("Pay", "Bezahlen", "Payer", "Pagar"),
    PDF("PDF", "PDF", "PDF", "PDF"),
    PDF_OF("Invoice %s as PDF", "Rechnung %s als PDF", "Facture %s en PDF", "Factura %s en PDF"),
    PAY_OF("Pay invoice %s", "Rechnung %s bezahlen", "Payer la facture %s", "Pagar la factura %s"),
    NEWER("Newer", "Neuere", "Plus récentes", "Más recientes"),
    OLDER("Older", "Ältere", "Plus anciennes", "Más antiguas"),
    CREDIT("Credit balance", "Guthaben", "Avoir disponible", "Saldo a favor"),
    CREDIT_MORE(
            "It is used for invoices when they are issued.",
            "Es wird bei der Ausstellung von Rechnungen verrechnet.",
            "Il est imputé sur les factures à leur émission.",
            "Se aplica a las facturas al emitirse."),
    METHODS("Payment methods", "Zahlungsmittel", "Moyens de paiement", "Medios de pago"),
    NO_METHODS(
            "No payment method is saved.",
            "Es ist kein Zahlungsmittel gespeichert.",
            "Aucun moyen de paiement enregistré.",
            "No hay ningún medio de pago guardado."),
    ADD_METHOD(
            "Add a payment method",
            "Zahlungsmittel hinzufügen",
            "Ajouter un moyen de paiement",
            "Añadir un medio de pago"),
    METHOD_ADDED(
            "Your payment methods are up to date.",
            "Ihre Zahlungsmittel sind auf dem neuesten Stand.",
            "Vos moyens de paiement sont à jour.",
            "Sus medios de pago están actualizados."),
    METHOD_REMOVED(
            "The payment method was removed.",
            "Das Zahlungsmittel wurde entfernt.",
            "Le moyen de paiement a été supprimé.",
            "Se ha eliminado el medio de pago."),
    METHOD_DEFAULT(
            "The default payment method was changed.",
            "Das Standard-Zahlungsmittel wurde geändert.",
            "Le moyen de paiement par défaut a été modifié.",
            "Se ha cambiado el medio de pago predeterminado."),
    DEFAULT("Default", "Standard", "Par défaut", "Predeterminado"),
    MAKE_DEFAULT("Make default", "Als Standard", "Par défaut", "Predeterminar"),
    MAKE_DEFAULT_OF(
            "Make %s the default", "%s als Standard festlegen", "Utiliser %s par défaut", "Usar %s por defecto"),
    REMOVE("Remove", "Entfernen", "Supprimer", "Eliminar"),
    REMOVE_OF("Remove %s", "%s entfernen", "Supprimer %s", "Eliminar %s"),
    CARD_ENDING("%s ending in %s", "%s mit Endziffern %s", "%s se terminant par %s", "%s terminada en %s"),
    EXPIRES("Expires %s", "Gültig bis %s", "Expire %s", "Caduca %s"),
    ACCOUNT_ENDING(
            "%s account ending in %s",
            "Konto bei %s mit Endziffern %s", "Compte %s se terminant par %s", "Cuenta de %s terminada en %s"),
    LINK_WALLET("Link", "Link", "Link", "Link"),

    SANDBOX_TITLE("Sandbox payment", "Sandbox-Zahlung", "Paiement bac à sable", "Pago de prueba"),
    SANDBOX_ADD(
            "Add a sandbox method",
            "Sandbox-Zahlungsmittel hinzufügen",
            "Ajouter un moyen bac à sable",
            "Añadir un medio de prueba"),
    SANDBOX_HOW(
            "This form stands for the payment processor. No money moves: choose what shall happen.",
            "Dieses Formular steht für den Zahlungsdienst. Es fließt kein Geld: Wählen Sie, was geschehen soll.",
            "Ce formulaire remplace le prestataire de paiement. Aucun argent ne circule : choisissez ce "
                    + "qui doit se passer.",
            "Este formulario sustituye al procesador de pagos. No se mueve dinero: elija lo que debe ocurrir."),
    SANDBOX_MORE(
            "More outcomes for tests",
            "Weitere Ausgänge für Tests",
            "Autres résultats pour les tests",
            "Más resultados para pruebas"),
    SANDBOX_SAVE("Save this method", "Zahlungsmittel speichern", "Enregistrer ce moyen", "Guardar este medio"),
    SANDBOX_DONE(
            "This form has been used or has expired",
            "Dieses Formular wurde benutzt oder ist abgelaufen",
            "Ce formulaire a été utilisé ou a expiré",
            "Este formulario ya se usó o ha caducado"),
    SANDBOX_DONE_MORE(
            "Go back to where you came from; it shows how things stand.",
            "Gehen Sie zurück; dort steht der aktuelle Stand.",
            "Revenez à la page précédente ; elle indique l’état actuel.",
            "Vuelva a la página anterior; muestra el estado actual."),
    SANDBOX_DECLINED("Declined", "Abgelehnt", "Refusé", "Rechazado"),
    SANDBOX_AGAIN(
            "Nothing was taken. The form is still open: choose another outcome.",
            "Es wurde nichts abgebucht. Das Formular ist noch offen: Wählen Sie einen anderen Ausgang.",
            "Rien n’a été débité. Le formulaire reste ouvert : choisissez un autre résultat.",
            "No se ha cobrado nada. El formulario sigue abierto: elija otro resultado."),
    GO_BACK("Go back without paying", "Zurück, ohne zu zahlen", "Revenir sans payer", "Volver sin pagar");

    private final Translation translation;

    Phrase(String english, String german, String french, String spanish) {
        this.translation = new Translation(english, german, french, spanish);
    }

    String in(Locale locale) {
        return translation.in(locale);
    }
}

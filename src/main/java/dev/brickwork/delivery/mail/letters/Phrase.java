package dev.brickwork.delivery.mail.letters;

import dev.brickwork.platform.Translation;
import java.util.Locale;

/// Every sentence of our messages in every language we speak: a new one cannot be added without all of them.
/// Languages that are missing read English.
enum Phrase {
    INVOICE_SUBJECT("Invoice %s from %s", "Rechnung %s von %s", "Facture %s de %s", "Factura %s de %s"),
    INVOICE_HEADING("Your invoice %s", "Ihre Rechnung %s", "Votre facture %s", "Su factura %s"),
    INVOICE_ATTACHED(
            "Please find attached invoice %s for %s.",
            "Anbei erhalten Sie die Rechnung %s für %s.",
            "Veuillez trouver ci-joint la facture %s pour %s.",
            "Adjuntamos la factura %s para %s."),
    PLEASE_PAY(
            "Please pay %s by %s.",
            "Bitte zahlen Sie %s bis zum %s.",
            "Merci de régler %s au plus tard le %s.",
            "Le rogamos que pague %s a más tardar el %s."),
    COLLECTED(
            "You need not do anything: %s will be charged to your payment method.",
            "Sie müssen nichts tun: %s werden über Ihr Zahlungsmittel eingezogen.",
            "Vous n’avez rien à faire : %s seront débités sur votre moyen de paiement.",
            "No tiene que hacer nada: %s se cobrarán con su medio de pago."),
    NOTHING_DUE(
            "It is settled: nothing is due.",
            "Sie ist beglichen: Es ist nichts zu zahlen.",
            "Elle est réglée : aucun montant n’est dû.",
            "Está liquidada: no queda nada por pagar."),
    REISSUE_SUBJECT(
            "Corrected invoice %s from %s",
            "Korrigierte Rechnung %s von %s", "Facture rectifiée %s de %s", "Factura corregida %s de %s"),
    REISSUE_HEADING("Corrected invoice %s", "Korrigierte Rechnung %s", "Facture rectifiée %s", "Factura corregida %s"),
    REISSUED(
            "Invoice %s for %s was issued again. It replaces all earlier versions.",
            "Die Rechnung %s für %s wurde neu ausgestellt. Sie ersetzt alle früheren Fassungen.",
            "La facture %s pour %s a été réémise. Elle remplace toutes les versions précédentes.",
            "La factura %s para %s se ha emitido de nuevo. Sustituye a todas las versiones anteriores."),
    VOID_SUBJECT(
            "Invoice %s from %s was voided",
            "Rechnung %s von %s wurde storniert",
            "La facture %s de %s a été annulée",
            "La factura %s de %s ha sido anulada"),
    VOID_HEADING(
            "Invoice %s was voided",
            "Rechnung %s wurde storniert", "La facture %s a été annulée", "La factura %s ha sido anulada"),
    VOIDED(
            "Invoice %s for %s was voided. Please do not pay it.",
            "Die Rechnung %s für %s wurde storniert. Bitte bezahlen Sie sie nicht.",
            "La facture %s pour %s a été annulée. Merci de ne pas la régler.",
            "La factura %s para %s ha sido anulada. No la pague, por favor."),
    SOON_SUBJECT(
            "Invoice %s is due on %s",
            "Rechnung %s ist am %s fällig", "La facture %s arrive à échéance le %s", "La factura %s vence el %s"),
    SOON(
            "A friendly reminder: %s of invoice %s are due on %s.",
            "Zur Erinnerung: %s der Rechnung %s sind am %s fällig.",
            "Petit rappel : %s de la facture %s sont à régler le %s.",
            "Le recordamos que %s de la factura %s vencen el %s."),
    TODAY_SUBJECT(
            "Invoice %s is due today",
            "Rechnung %s ist heute fällig", "La facture %s est due aujourd’hui", "La factura %s vence hoy"),
    TODAY(
            "%s of invoice %s are due today.",
            "%s der Rechnung %s sind heute fällig.",
            "%s de la facture %s sont à régler aujourd’hui.",
            "Hoy vencen %s de la factura %s."),
    LATE_SUBJECT(
            "Invoice %s was due on %s",
            "Rechnung %s war am %s fällig", "La facture %s était à régler le %s", "La factura %s venció el %s"),
    LATE(
            "Invoice %s was due on %s, and %s are still open.",
            "Die Rechnung %s war am %s fällig; %s sind noch offen.",
            "La facture %s était à régler le %s ; %s restent dus.",
            "La factura %s venció el %s y quedan pendientes %s."),
    REMINDER_HEADING("Payment reminder", "Zahlungserinnerung", "Rappel de paiement", "Recordatorio de pago"),
    CROSSED(
            "If you have paid in the meantime, please ignore this message.",
            "Falls Sie inzwischen gezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.",
            "Si vous avez réglé entre-temps, merci de ne pas tenir compte de ce message.",
            "Si ya ha pagado, ignore este mensaje."),
    FAILED_SUBJECT(
            "The payment of invoice %s failed",
            "Die Zahlung der Rechnung %s ist fehlgeschlagen",
            "Le paiement de la facture %s a échoué",
            "El pago de la factura %s ha fallado"),
    FAILED_HEADING("Payment failed", "Zahlung fehlgeschlagen", "Paiement échoué", "Pago fallido"),
    FAILED(
            "We could not collect %s for invoice %s.",
            "%s für die Rechnung %s konnten nicht eingezogen werden.",
            "Nous n’avons pas pu encaisser %s pour la facture %s.",
            "No hemos podido cobrar %s de la factura %s."),
    NO_FUNDS(
            "The account does not hold enough money.",
            "Das Konto ist nicht ausreichend gedeckt.",
            "Le compte n’est pas suffisamment approvisionné.",
            "La cuenta no tiene fondos suficientes."),
    CARD_EXPIRED("The card has expired.", "Die Karte ist abgelaufen.", "La carte a expiré.", "La tarjeta ha caducado."),
    CARD_DETAILS(
            "The details of the card are not right.",
            "Die Angaben zur Karte stimmen nicht.",
            "Les données de la carte sont incorrectes.",
            "Los datos de la tarjeta no son correctos."),
    BANK_ACCOUNT(
            "The bank account can no longer be debited.",
            "Das Bankkonto kann nicht mehr belastet werden.",
            "Le compte bancaire ne peut plus être débité.",
            "Ya no se pueden hacer cargos en la cuenta bancaria."),
    CONFIRMATION(
            "You have to confirm this payment yourself.",
            "Sie müssen diese Zahlung selbst bestätigen.",
            "Vous devez confirmer ce paiement vous-même.",
            "Debe confirmar usted mismo este pago."),
    USE_ANOTHER(
            "Please check your payment method, or pay in another way.",
            "Bitte prüfen Sie Ihr Zahlungsmittel oder zahlen Sie auf anderem Weg.",
            "Merci de vérifier votre moyen de paiement ou de payer autrement.",
            "Compruebe su medio de pago o pague de otra forma."),
    RECEIPT_SUBJECT(
            "Receipt for invoice %s",
            "Zahlungsbestätigung zur Rechnung %s", "Reçu pour la facture %s", "Recibo de la factura %s"),
    RECEIPT_HEADING(
            "Thank you for your payment",
            "Vielen Dank für Ihre Zahlung",
            "Merci pour votre paiement",
            "Gracias por su pago"),
    RECEIVED(
            "We received %s for invoice %s.",
            "%s für die Rechnung %s sind eingegangen.",
            "Nous avons reçu %s pour la facture %s.",
            "Hemos recibido %s de la factura %s."),
    SURPLUS(
            "%s were more than was due and are kept as credit for later invoices.",
            "%s waren mehr als fällig und bleiben als Guthaben für spätere Rechnungen.",
            "%s dépassaient le montant dû et restent en avoir pour de prochaines factures.",
            "%s superaban lo debido y quedan como saldo a favor para facturas posteriores."),
    STILL_OPEN("%s are still open.", "%s sind noch offen.", "%s restent dus.", "Quedan pendientes %s."),
    CODE_SUBJECT("Your code for %s", "Ihr Code für %s", "Votre code pour %s", "Su código para %s"),
    CODE_HEADING("Your code", "Ihr Code", "Votre code", "Su código"),
    ENTER_CODE(
            "Enter this code on the page that asked for it. It works for %s minutes.",
            "Geben Sie diesen Code auf der Seite ein, die danach fragt. Er gilt %s Minuten.",
            "Saisissez ce code sur la page qui le demande. Il est valable %s minutes.",
            "Introduzca este código en la página que lo pide. Es válido durante %s minutos."),
    CODE_UNASKED(
            "If you did not ask for it, nothing needs to be done.",
            "Falls Sie ihn nicht angefordert haben, ist nichts zu tun.",
            "Si vous ne l’avez pas demandé, il n’y a rien à faire.",
            "Si no lo ha pedido, no tiene que hacer nada."),
    PAUSED_SUBJECT(
            "Your subscription %s is paused",
            "Ihr Abonnement %s pausiert", "Votre abonnement %s est suspendu", "Su suscripción %s está en pausa"),
    PAUSED(
            "Your subscription %s with %s is paused from %s on. Nothing is billed while it is paused.",
            "Ihr Abonnement %s bei %s pausiert ab dem %s. Solange es pausiert, wird nichts berechnet.",
            "Votre abonnement %s chez %s est suspendu à partir du %s. Rien n’est facturé pendant la suspension.",
            "Su suscripción %s con %s está en pausa desde el %s. No se factura nada durante la pausa."),
    RESUMES_ON("It resumes on %s.", "Es läuft am %s weiter.", "Il reprend le %s.", "Se reanuda el %s."),
    RESUMED_SUBJECT(
            "Your subscription %s has resumed",
            "Ihr Abonnement %s läuft weiter", "Votre abonnement %s a repris", "Su suscripción %s se ha reanudado"),
    RESUMED(
            "Your subscription %s with %s has resumed on %s. Its term runs until %s.",
            "Ihr Abonnement %s bei %s läuft seit dem %s weiter. Die Laufzeit endet am %s.",
            "Votre abonnement %s chez %s a repris le %s. Il court jusqu’au %s.",
            "Su suscripción %s con %s se ha reanudado el %s. Está vigente hasta el %s."),
    TERMINATED_SUBJECT(
            "The subscription %s ends on %s",
            "Das Abonnement %s endet am %s", "L’abonnement %s prend fin le %s", "La suscripción %s termina el %s"),
    TERMINATED_HEADING("Subscription ends", "Abonnement endet", "Fin d’abonnement", "Fin de la suscripción"),
    TERMINATED(
            "The subscription %s of %s with %s was terminated. Its last day is %s.",
            "Das Abonnement %s von %s bei %s wurde beendet. Der letzte Tag ist der %s.",
            "L’abonnement %s de %s chez %s a été résilié. Son dernier jour est le %s.",
            "La suscripción %s de %s con %s ha sido cancelada. Su último día es el %s."),
    PAUSE_HEADING("Subscription paused", "Abonnement pausiert", "Abonnement suspendu", "Suscripción en pausa"),
    RESUME_HEADING("Subscription resumed", "Abonnement läuft weiter", "Abonnement repris", "Suscripción reanudada"),
    ENDPOINT_SUBJECT(
            "A webhook endpoint was turned off",
            "Ein Webhook-Empfänger wurde abgeschaltet",
            "Un point de terminaison webhook a été désactivé",
            "Se ha desactivado un receptor de webhooks"),
    ENDPOINT_OFF(
            "Nothing is delivered to this address any more. What was not delivered is kept and can be replayed.",
            "An diese Adresse wird nichts mehr zugestellt. Nicht Zugestelltes bleibt erhalten und kann wiederholt werden.",
            "Plus rien n’est livré à cette adresse. Ce qui n’a pas été livré est conservé et peut être rejoué.",
            "Ya no se entrega nada a esta dirección. Lo no entregado se conserva y puede repetirse."),
    COMMITMENT_USED(
            "%s: %s of the commitment used",
            "%s: %s der Zusage verbraucht", "%s : %s de l’engagement consommés", "%s: consumido el %s del compromiso"),
    UNITS_USED(
            "%s: %s units used",
            "%s: %s Einheiten verbraucht", "%s : %s unités consommées", "%s: %s unidades consumidas"),
    OVERAGE_REACHED(
            "%s: overage has reached %s",
            "%s: Mehrverbrauch hat %s erreicht", "%s : le dépassement atteint %s", "%s: el exceso alcanza %s"),
    USAGE_HEADING("Usage alert", "Hinweis zum Verbrauch", "Alerte de consommation", "Aviso de consumo"),
    USAGE_REACHED(
            "The usage of %s has reached a threshold. It belongs to the subscription %s of %s.",
            "Der Verbrauch von %s hat eine Schwelle erreicht. Er gehört zum Abonnement %s von %s.",
            "La consommation de %s a atteint un seuil. Elle relève de l’abonnement %s de %s.",
            "El consumo de %s ha alcanzado un umbral. Corresponde a la suscripción %s de %s."),
    THRESHOLD("Threshold", "Schwelle", "Seuil", "Umbral"),
    REACHED("Reached", "Erreicht", "Atteint", "Alcanzado"),
    USED("Used", "Verbraucht", "Consommé", "Consumido"),
    COMMITMENT("Committed and included", "Zugesagt und enthalten", "Engagé et inclus", "Comprometido e incluido"),
    PERIOD("Period", "Zeitraum", "Période", "Período"),
    BOOKS_SUBJECT(
            "Your books are not kept any more",
            "Ihre Bücher werden nicht mehr geführt",
            "Vos comptes ne sont plus tenus",
            "Ya no se llevan sus libros"),
    BOOKS_REFUSED(
            "Your accounting software no longer lets us in. Invoices and payments are kept for it, and go over as soon as you connect it again.",
            "Ihre Buchhaltung lässt uns nicht mehr ein. Rechnungen und Zahlungen bleiben für sie liegen und gehen hinüber, sobald Sie sie wieder verbinden.",
            "Votre logiciel de comptabilité ne nous laisse plus entrer. Factures et paiements lui sont gardés et seront transmis dès que vous le reconnecterez.",
            "Su programa de contabilidad ya no nos deja entrar. Las facturas y los pagos se guardan y pasarán en cuanto vuelva a conectarlo."),
    PROCESSOR_SUBJECT(
            "Your invoices cannot be charged",
            "Ihre Rechnungen können nicht eingezogen werden",
            "Vos factures ne peuvent pas être prélevées",
            "Sus facturas no se pueden cobrar"),
    PROCESSOR_REFUSED(
            "Your payment processor refuses the key that you gave us, or does not let your account take payments. What is due waits, and is charged as soon as it lets us in again or you connect it with a new key.",
            "Ihr Zahlungsdienst lehnt den Schlüssel ab, den Sie uns gegeben haben, oder lässt Ihr Konto keine Zahlungen annehmen. Was fällig ist, wartet und wird eingezogen, sobald er uns wieder einlässt oder Sie ihn mit einem neuen Schlüssel verbinden.",
            "Votre prestataire de paiement refuse la clé que vous nous avez donnée, ou n’autorise pas votre compte à encaisser. Ce qui est dû attend et sera prélevé dès qu’il nous acceptera de nouveau ou que vous le reconnecterez avec une nouvelle clé.",
            "Su procesador de pagos rechaza la clave que nos dio o no permite que su cuenta cobre. Lo que vence espera y se cobrará en cuanto nos admita de nuevo o lo conecte con una clave nueva."),
    PROBLEM_SUBJECT(
            "Something needs your attention",
            "Etwas braucht Ihre Aufmerksamkeit",
            "Un point demande votre attention",
            "Algo requiere su atención"),
    PROBLEM_OBJECT("Concerns", "Betrifft", "Concerne", "Se refiere a"),
    KEY_SUBJECT(
            "An API key was found in public",
            "Ein API-Schlüssel wurde öffentlich gefunden",
            "Une clé d’API a été trouvée en public",
            "Se ha encontrado una clave de API en público"),
    KEY_REVOKED(
            "It was a test key and was revoked at once. Make a new one, and keep it out of code and logs.",
            "Es war ein Testschlüssel; er wurde sofort gesperrt. Legen Sie einen neuen an und halten Sie ihn aus Quelltexten und Protokollen heraus.",
            "C’était une clé de test, révoquée aussitôt. Créez-en une nouvelle et tenez-la hors du code et des journaux.",
            "Era una clave de prueba y se ha revocado al momento. Cree una nueva y manténgala fuera del código y los registros."),
    KEY_MARKED(
            "It still works, because revoking it would stop your business. Rotate it now, and revoke it once nothing uses it.",
            "Er gilt weiter, denn ihn zu sperren hielte Ihr Geschäft an. Wechseln Sie ihn jetzt, und sperren Sie ihn, sobald ihn nichts mehr benutzt.",
            "Elle fonctionne encore, car la révoquer arrêterait votre activité. Renouvelez-la maintenant, puis révoquez-la quand plus rien ne l’utilise.",
            "Sigue funcionando, porque revocarla detendría su negocio. Renuévela ahora y revóquela cuando ya nada la use."),
    KEY_NAME("Name of the key", "Name des Schlüssels", "Nom de la clé", "Nombre de la clave"),
    KEY_BEGINS("It begins with", "Er beginnt mit", "Elle commence par", "Empieza por"),
    ADDRESS("Address", "Adresse", "Adresse", "Dirección"),
    REASON("Reason", "Grund", "Motif", "Motivo"),
    REASON_IS("Reason: %s", "Grund: %s", "Motif : %s", "Motivo: %s"),
    COLON(":", ":", " :", ":"),
    NUMBER("Invoice number", "Rechnungsnummer", "Numéro de facture", "Número de factura"),
    ISSUED("Issue date", "Rechnungsdatum", "Date d’émission", "Fecha de emisión"),
    DUE("Due date", "Fällig am", "Échéance", "Vencimiento"),
    TOTAL("Total", "Gesamtbetrag", "Total", "Total"),
    SETTLED("Already settled", "Bereits beglichen", "Déjà réglé", "Ya liquidado"),
    REMAINING("Amount due", "Offener Betrag", "Reste à payer", "Importe pendiente"),
    PURCHASE_ORDER("Purchase order", "Bestellnummer", "Bon de commande", "Orden de compra"),
    CODE("Code", "Code", "Code", "Código"),
    PAY_ONLINE("Pay online", "Online bezahlen", "Payer en ligne", "Pagar en línea"),
    SENT_BY(
            "Sent by %s. Please reply to this message if anything is unclear.",
            "Gesendet von %s. Bei Fragen antworten Sie bitte auf diese Nachricht.",
            "Envoyé par %s. Répondez à ce message pour toute question.",
            "Enviado por %s. Responda a este mensaje si tiene alguna duda.");

    private final Translation translation;

    Phrase(String english, String german, String french, String spanish) {
        this.translation = new Translation(english, german, french, spanish);
    }

    String in(Locale locale) {
        return translation.in(locale);
    }
}

package dev.brickwork.delivery.documents;

import dev.brickwork.platform.Translation;
import java.util.Locale;

/// Every label that our documents print, in every language we speak: a new word cannot be added without all of
/// them. Languages that are missing read English.
public enum Word {
    INVOICE("Invoice", "Rechnung", "Facture", "Factura"),
    ISSUED("Issue date", "Rechnungsdatum", "Date d’émission", "Fecha de emisión"),
    DUE("Due date", "Fällig am", "Date d’échéance", "Fecha de vencimiento"),
    BILLED_ON("Billing date", "Abrechnungsdatum", "Date de facturation", "Fecha de facturación"),
    SERVICE_PERIOD("Service period", "Leistungszeitraum", "Période de service", "Periodo de servicio"),
    PURCHASE_ORDER("Purchase order", "Bestellnummer", "N° de commande", "Orden de compra"),
    PAYMENT_TERMS("Payment terms", "Zahlungsziel", "Conditions de paiement", "Condiciones de pago"),
    NET_DAY("Net 1 day", "1 Tag netto", "Net à 1 jour", "1 día neto"),
    NET_DAYS("Net %s days", "%s Tage netto", "Net à %s jours", "%s días netos"),
    AT_ONCE("Due on receipt", "Sofort fällig", "À réception", "Al recibirla"),
    VERSION("Version", "Version", "Version", "Versión"),
    REPLACES(
            "replaces all earlier versions",
            "ersetzt alle früheren Fassungen",
            "remplace les versions précédentes",
            "sustituye a las versiones anteriores"),
    FROM("From", "Von", "De", "De"),
    BILLED_TO("Billed to", "Rechnung an", "Facturé à", "Facturado a"),
    SERVICE_FOR("Service for", "Leistung für", "Service pour", "Servicio para"),
    VAT("VAT", "USt.", "TVA", "IVA"),
    VAT_ID("VAT ID", "USt-IdNr.", "N° TVA", "NIF-IVA"),
    TAX_ID("Tax ID", "Steuernummer", "N° fiscal", "N.º fiscal"),
    DESCRIPTION("Description", "Beschreibung", "Désignation", "Descripción"),
    QUANTITY("Quantity", "Menge", "Quantité", "Cantidad"),
    UNIT_PRICE("Unit price", "Einzelpreis", "Prix unitaire", "Precio unitario"),
    TAX("Tax", "Steuer", "Taxe", "Impuesto"),
    AMOUNT("Amount", "Betrag", "Montant", "Importe"),
    TIERED("tiered", "gestaffelt", "par paliers", "por tramos"),
    PER_MONTH("per month", "pro Monat", "par mois", "al mes"),
    PER_QUARTER("per quarter", "pro Quartal", "par trimestre", "al trimestre"),
    PER_HALF_YEAR("per half-year", "pro Halbjahr", "par semestre", "al semestre"),
    PER_YEAR("per year", "pro Jahr", "par an", "al año"),
    PER_TERM("for the whole term", "für die ganze Laufzeit", "pour toute la durée", "por toda la duración"),
    COUPON("Coupon %s", "Gutschein %s", "Coupon %s", "Cupón %s"),
    FLAT_FEE("Flat fee %s", "Grundpreis %s", "Forfait %s", "Tarifa fija %s"),
    LABELLED("%s: %s", "%s: %s", "%s : %s", "%s: %s"),
    USAGE_PRICES("What usage costs", "Preise für Verbrauch", "Prix de la consommation", "Precios del consumo"),
    INCLUDED("%s included", "%s enthalten", "%s inclus", "%s incluidos"),
    EACH("%s each", "je %s", "%s l’unité", "%s por unidad"),
    EACH_BEYOND(
            "%s each beyond what is committed",
            "je %s über die Zusage hinaus",
            "%s l’unité au-delà de l’engagement",
            "%s por unidad más allá del compromiso"),
    PER_PACKAGE(
            "%s for every %s begun",
            "%s für je angefangene %s", "%s par tranche entamée de %s", "%s por cada tramo iniciado de %s"),
    OF_VALUE("%s of the value", "%s des Werts", "%s de la valeur", "%s del valor"),
    UP_TO("Up to %s", "Bis %s", "Jusqu’à %s", "Hasta %s"),
    ABOVE("Above %s", "Über %s", "Au-delà de %s", "Más de %s"),
    ALL_UNITS(
            "The tier that is reached holds for every unit.",
            "Die erreichte Stufe gilt für alle Einheiten.",
            "Le palier atteint vaut pour toutes les unités.",
            "El tramo alcanzado vale para todas las unidades."),
    ON_COMPLETION(
            "Billed when completed",
            "Wird bei Fertigstellung berechnet",
            "Facturé à l’achèvement",
            "Se factura al completarse"),
    USED(
            "%s used, %s included",
            "%s verbraucht, %s enthalten", "%s consommés, %s inclus", "%s consumidos, %s incluidos"),
    DISCOUNT("Discount", "Rabatt", "Remise", "Descuento"),
    SURCHARGE("Surcharge", "Zuschlag", "Supplément", "Recargo"),
    WITHDRAWN("Discount withdrawn", "Entfallener Rabatt", "Remise retirée", "Descuento retirado"),
    SUBTOTAL("Subtotal", "Zwischensumme", "Sous-total", "Subtotal"),
    NET_TOTAL("Total before tax", "Nettosumme", "Total hors taxe", "Total sin impuestos"),
    TAX_ON("%s on %s", "%s auf %s", "%s sur %s", "%s sobre %s"),
    NO_TAX("No tax", "Ohne Steuer", "Sans taxe", "Sin impuestos"),
    ADJUSTMENT_CREDIT("Adjustment credit", "Anrechnung", "Avoir de régularisation", "Abono por ajuste"),
    CARRIED_FORWARD("Credit carried forward", "Übertrag auf das Guthaben", "Avoir reporté", "Saldo a favor traspasado"),
    TOTAL("Total", "Gesamtbetrag", "Total", "Total"),
    CREDIT_APPLIED("Credit applied", "Verrechnetes Guthaben", "Avoir imputé", "Crédito aplicado"),
    PAYMENT_RECEIVED("Payment received", "Zahlung erhalten", "Paiement reçu", "Pago recibido"),
    OFFSET("Offset", "Verrechnung", "Compensation", "Compensación"),
    REFUND("Refund", "Erstattung", "Remboursement", "Reembolso"),
    REMAINING("Amount due", "Offener Betrag", "Reste à payer", "Importe pendiente"),
    SETTLED(
            "Settled in full. Nothing is due.", "Vollständig beglichen. Es ist nichts mehr zu zahlen.",
            "Entièrement réglée. Aucun montant n’est dû.", "Liquidada por completo. No queda nada por pagar."),
    ALL_AMOUNTS_IN("All amounts in %s", "Alle Beträge in %s", "Tous les montants en %s", "Todos los importes en %s"),
    REVERSE_CHARGE(
            "Reverse charge: the recipient of the service is liable for the tax.",
            "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).",
            "Autoliquidation : la taxe est due par le preneur.",
            "Inversión del sujeto pasivo: el destinatario del servicio es el deudor del impuesto."),
    EXPORT_NOTE(
            "Supply outside the scope of domestic tax.",
            "Nicht im Inland steuerbare Leistung.",
            "Prestation hors du champ de la taxe nationale.",
            "Prestación no sujeta al impuesto nacional."),
    COLLECTED(
            "You need not do anything: the amount due will be charged to your payment method.",
            "Sie müssen nichts tun: Der offene Betrag wird über Ihr Zahlungsmittel eingezogen.",
            "Vous n’avez rien à faire : le reste à payer sera débité sur votre moyen de paiement.",
            "No tiene que hacer nada: el importe pendiente se cobrará con su medio de pago."),
    IF_NOT_CHARGED(
            "Should that fail, you can pay online",
            "Sollte das nicht gelingen, können Sie online zahlen",
            "En cas d’échec, vous pouvez payer en ligne",
            "Si no fuera posible, puede pagar en línea"),
    HOW_TO_PAY("How to pay", "So zahlen Sie", "Comment payer", "Cómo pagar"),
    PAY_ONLINE("Pay online", "Online bezahlen", "Payer en ligne", "Pagar en línea"),
    BY_TRANSFER("By bank transfer", "Per Überweisung", "Par virement", "Por transferencia"),
    ACCOUNT_HOLDER("Account holder", "Kontoinhaber", "Titulaire", "Titular"),
    ACCOUNT_NUMBER("Account number", "Kontonummer", "Numéro de compte", "Número de cuenta"),
    ROUTING_NUMBER("Routing number", "Bankleitzahl", "Code banque", "Código de banco"),
    BANK("Bank", "Bank", "Banque", "Banco"),
    REFERENCE("Reference", "Verwendungszweck", "Référence", "Referencia"),
    MEMO("Note", "Hinweis", "Note", "Nota"),
    VOID("VOID", "STORNIERT", "ANNULÉE", "ANULADA"),
    VOIDED_ON(
            "This invoice was voided on %s. Please do not pay it.",
            "Diese Rechnung wurde am %s storniert. Bitte nicht bezahlen.",
            "Cette facture a été annulée le %s. Merci de ne pas la régler.",
            "Esta factura fue anulada el %s. No la pague."),
    REASON("Reason", "Grund", "Motif", "Motivo"),
    PAGE("Page", "Seite", "Page", "Página"),
    OF("of", "von", "sur", "de"),

    ORDER_FORM("Order form", "Auftragsformular", "Bon de commande", "Formulario de pedido"),
    ORDER_TYPE("Type of order", "Auftragsart", "Type de commande", "Tipo de pedido"),
    STANDARD("New subscription", "Neues Abonnement", "Nouvel abonnement", "Nueva suscripción"),
    TRIAL("Trial", "Testphase", "Période d’essai", "Prueba"),
    RENEWAL("Renewal", "Verlängerung", "Renouvellement", "Renovación"),
    UPGRADE("Upgrade", "Erweiterung", "Extension", "Ampliación"),
    RECAST("Amendment (recast)", "Neufassung", "Refonte", "Reestructuración"),
    SELLER("Provider", "Anbieter", "Prestataire", "Proveedor"),
    CUSTOMER("Customer", "Kunde", "Client", "Cliente"),
    BILLED_COMPANY("Billed company", "Rechnungsempfänger", "Société facturée", "Empresa facturada"),
    PLAN("Plan", "Tarif", "Formule", "Plan"),
    STARTS("Start", "Beginn", "Début", "Inicio"),
    ENDS("End", "Ende", "Fin", "Fin"),
    CONTRACT_LENGTH("Contract length", "Laufzeit", "Durée du contrat", "Duración del contrato"),
    ONE_MONTH("1 month", "1 Monat", "1 mois", "1 mes"),
    MONTHS("%s months", "%s Monate", "%s mois", "%s meses"),
    BILLING("Billing", "Abrechnung", "Facturation", "Facturación"),
    MONTHLY("Monthly", "Monatlich", "Mensuelle", "Mensual"),
    QUARTERLY("Quarterly", "Vierteljährlich", "Trimestrielle", "Trimestral"),
    SEMI_ANNUALLY("Semi-annually", "Halbjährlich", "Semestrielle", "Semestral"),
    ANNUALLY("Annually", "Jährlich", "Annuelle", "Anual"),
    ALL_UPFRONT("All upfront", "Vollständig im Voraus", "Intégralement d’avance", "Todo por adelantado"),
    RENEWS("Renewal", "Verlängerung", "Renouvellement", "Renovación"),
    RENEWS_FOR(
            "Renews automatically for %s",
            "Verlängert sich automatisch um %s",
            "Reconduction automatique pour %s",
            "Se renueva automáticamente por %s"),
    RENEWS_NOT(
            "Does not renew automatically",
            "Keine automatische Verlängerung",
            "Pas de reconduction automatique",
            "No se renueva automáticamente"),
    UPLIFT("prices change by %s", "Preise ändern sich um %s", "les prix évoluent de %s", "los precios varían un %s"),
    ITEMS("What you order", "Leistungen", "Prestations", "Lo que contrata"),
    UNLIMITED("unlimited", "unbegrenzt", "illimité", "ilimitado"),
    SCHEDULE("Billing schedule", "Abrechnungsplan", "Échéancier de facturation", "Calendario de facturación"),
    PERIOD("Period", "Zeitraum", "Période", "Periodo"),
    CONTRACT_VALUE(
            "Contract value before tax", "Vertragswert netto", "Valeur du contrat HT", "Valor neto del contrato"),
    INVOICES_TO("Invoices go to", "Rechnungen gehen an", "Factures envoyées à", "Las facturas se envían a"),
    SIGNATURES("Signatures", "Unterschriften", "Signatures", "Firmas"),
    SIGNED_FOR("For %s", "Für %s", "Pour %s", "Por %s"),
    NAME("Name", "Name", "Nom", "Nombre"),
    TITLE("Title", "Funktion", "Fonction", "Cargo"),
    DATE("Date", "Datum", "Date", "Fecha"),
    SIGNATURE("Signature", "Unterschrift", "Signature", "Firma"),
    SIGNED_BY(
            "Signed electronically by %s",
            "Elektronisch unterzeichnet von %s", "Signé électroniquement par %s", "Firmado electrónicamente por %s"),
    SIGNED_ON("on %s", "am %s", "le %s", "el %s"),
    SIGNED_AT("on %s from %s", "am %s von %s", "le %s depuis %s", "el %s desde %s"),
    SUMMARY("Order summary", "Auftragsübersicht", "Récapitulatif", "Resumen del pedido"),
    SUMMARY_COUNTS(
            "This page is part of the order form. Its figures are those that will be billed; where the pages before it"
                    + " say otherwise, this page counts.",
            "Diese Seite ist Teil des Auftragsformulars. Abgerechnet werden die hier genannten Beträge; weichen die"
                    + " Seiten davor ab, gilt diese Seite.",
            "Cette page fait partie du bon de commande. Ses montants sont ceux qui seront facturés ; en cas de"
                    + " divergence avec les pages précédentes, cette page prévaut.",
            "Esta página forma parte del formulario de pedido. Sus importes son los que se facturarán; si las páginas"
                    + " anteriores difieren, prevalece esta página."),
    FINGERPRINT(
            "Fingerprint of the pages before (SHA-256)",
            "Prüfsumme der Seiten davor (SHA-256)",
            "Empreinte des pages précédentes (SHA-256)",
            "Huella de las páginas anteriores (SHA-256)");

    private final Translation translation;

    Word(String english, String german, String french, String spanish) {
        this.translation = new Translation(english, german, french, spanish);
    }

    public static Word of(OrderFormPaper.Type type) {
        return switch (type) {
            case TRIAL -> TRIAL;
            case STANDARD -> STANDARD;
            case RENEWAL -> RENEWAL;
            case UPGRADE -> UPGRADE;
            case RECAST -> RECAST;
        };
    }

    public static Word of(OrderFormPaper.Frequency frequency) {
        return switch (frequency) {
            case MONTHLY -> MONTHLY;
            case QUARTERLY -> QUARTERLY;
            case SEMI_ANNUALLY -> SEMI_ANNUALLY;
            case ANNUALLY -> ANNUALLY;
            case ALL_UPFRONT -> ALL_UPFRONT;
        };
    }

    String in(Locale locale) {
        return translation.in(locale);
    }
}

package dev.brickwork.payments.processor;

import dev.brickwork.platform.Translation;
import java.util.Locale;

/// Name and description of each sandbox script, translated for the sandbox's form.
public enum SandboxWords {
    VISA(
            new Translation("Visa", "Visa", "Visa", "Visa"),
            new Translation("Pays at once.", "Zahlt sofort.", "Paie immédiatement.", "Paga al instante.")),
    US_BANK_ACCOUNT(
            new Translation(
                    "US bank account", "US-Bankkonto", "Compte bancaire américain", "Cuenta bancaria de EE. UU."),
            new Translation(
                    "A bank debit: processing at first, then paid.",
                    "Ein Bankeinzug: erst in Bearbeitung, dann bezahlt.",
                    "Un prélèvement : d’abord en cours, puis payé.",
                    "Un adeudo bancario: primero en proceso, luego pagado.")),
    LINK(
            new Translation("Link", "Link", "Link", "Link"),
            new Translation(
                    "Pays at once, from a Link wallet.",
                    "Zahlt sofort, aus einer Link-Geldbörse.",
                    "Paie immédiatement, depuis un portefeuille Link.",
                    "Paga al instante, desde un monedero Link.")),
    SOFT_DECLINE(
            new Translation("Soft decline", "Vorläufige Ablehnung", "Refus provisoire", "Rechazo provisional"),
            new Translation(
                    "Declined for lack of funds; may go well another day.",
                    "Abgelehnt mangels Deckung; kann an einem anderen Tag gelingen.",
                    "Refusé faute de provision ; peut réussir un autre jour.",
                    "Rechazado por falta de fondos; puede funcionar otro día.")),
    HARD_DECLINE(
            new Translation("Hard decline", "Endgültige Ablehnung", "Refus définitif", "Rechazo definitivo"),
            new Translation(
                    "Declined for good: the card is reported stolen.",
                    "Endgültig abgelehnt: Die Karte ist als gestohlen gemeldet.",
                    "Refusé définitivement : la carte est déclarée volée.",
                    "Rechazado definitivamente: la tarjeta consta como robada.")),
    EXPIRED_CARD(
            new Translation("Expired card", "Abgelaufene Karte", "Carte expirée", "Tarjeta caducada"),
            new Translation(
                    "Declined for good: the card has expired.",
                    "Endgültig abgelehnt: Die Karte ist abgelaufen.",
                    "Refusé définitivement : la carte a expiré.",
                    "Rechazado definitivamente: la tarjeta ha caducado.")),
    REQUIRES_ACTION(
            new Translation("Requires action", "Bestätigung nötig", "Confirmation requise", "Requiere confirmación"),
            new Translation(
                    "The holder must confirm; pays only on the payment page.",
                    "Der Inhaber muss bestätigen; zahlt nur auf der Zahlungsseite.",
                    "Le titulaire doit confirmer ; ne paie que sur la page de paiement.",
                    "El titular debe confirmar; solo paga en la página de pago.")),
    PROCESSING_THEN_FAILURE(
            new Translation(
                    "Processing, then failure",
                    "In Bearbeitung, dann Fehlschlag",
                    "En cours, puis échec",
                    "En proceso, luego fallo"),
            new Translation(
                    "Processing at first, then declined.",
                    "Erst in Bearbeitung, dann abgelehnt.",
                    "D’abord en cours, puis refusé.",
                    "Primero en proceso, luego rechazado.")),
    TIMEOUT_CHARGED(
            new Translation(
                    "Time-out, charged",
                    "Zeitüberschreitung, abgebucht",
                    "Délai dépassé, débité",
                    "Tiempo agotado, cobrado"),
            new Translation(
                    "No answer, but the money is taken; the message comes a minute later.",
                    "Keine Antwort, aber das Geld ist abgebucht; die Nachricht kommt eine Minute später.",
                    "Pas de réponse, mais l’argent est débité ; le message arrive une minute plus tard.",
                    "Sin respuesta, pero se cobra; el aviso llega un minuto después.")),
    TIMEOUT_NOT_CHARGED(
            new Translation(
                    "Time-out, not charged",
                    "Zeitüberschreitung, nicht abgebucht",
                    "Délai dépassé, non débité",
                    "Tiempo agotado, sin cobro"),
            new Translation(
                    "No answer, and nothing is taken.",
                    "Keine Antwort, und nichts ist abgebucht.",
                    "Pas de réponse, et rien n’est débité.",
                    "Sin respuesta, y no se cobra nada.")),
    DUPLICATE_CALLBACKS(
            new Translation("Duplicate messages", "Doppelte Nachrichten", "Messages en double", "Avisos duplicados"),
            new Translation(
                    "Pays at once; the message comes ten times.",
                    "Zahlt sofort; die Nachricht kommt zehnmal.",
                    "Paie immédiatement ; le message arrive dix fois.",
                    "Paga al instante; el aviso llega diez veces.")),
    REORDERED_CALLBACKS(
            new Translation(
                    "Reordered messages",
                    "Vertauschte Nachrichten",
                    "Messages dans le désordre",
                    "Avisos desordenados"),
            new Translation(
                    "Processing, then paid; the messages come in the wrong order.",
                    "Erst in Bearbeitung, dann bezahlt; die Nachrichten kommen in falscher Reihenfolge.",
                    "En cours, puis payé ; les messages arrivent dans le désordre.",
                    "En proceso, luego pagado; los avisos llegan en otro orden.")),
    LOST_CALLBACK(
            new Translation("Lost message", "Verlorene Nachricht", "Message perdu", "Aviso perdido"),
            new Translation(
                    "Processing, then paid; no message ever comes.",
                    "Erst in Bearbeitung, dann bezahlt; es kommt nie eine Nachricht.",
                    "En cours, puis payé ; aucun message n’arrive jamais.",
                    "En proceso, luego pagado; nunca llega un aviso.")),
    LATE_CALLBACK(
            new Translation("Late message", "Späte Nachricht", "Message tardif", "Aviso tardío"),
            new Translation(
                    "Processing, then paid; the message comes two days late.",
                    "Erst in Bearbeitung, dann bezahlt; die Nachricht kommt zwei Tage zu spät.",
                    "En cours, puis payé ; le message arrive avec deux jours de retard.",
                    "En proceso, luego pagado; el aviso llega con dos días de retraso.")),
    FORGED_CALLBACK(
            new Translation("Forged message", "Gefälschte Nachricht", "Message falsifié", "Aviso falsificado"),
            new Translation(
                    "Declined; a forged message says that it was paid.",
                    "Abgelehnt; eine gefälschte Nachricht behauptet, es sei bezahlt.",
                    "Refusé ; un message falsifié prétend que c’est payé.",
                    "Rechazado; un aviso falsificado dice que se pagó.")),
    REFUND_FAILS(
            new Translation("Refund fails", "Erstattung scheitert", "Remboursement refusé", "Reembolso rechazado"),
            new Translation(
                    "Pays at once; refunds are refused.",
                    "Zahlt sofort; Erstattungen werden abgelehnt.",
                    "Paie immédiatement ; les remboursements sont refusés.",
                    "Paga al instante; los reembolsos se rechazan.")),
    REFUND_TIMEOUT(
            new Translation(
                    "Refund times out",
                    "Erstattung ohne Antwort",
                    "Remboursement sans réponse",
                    "Reembolso sin respuesta"),
            new Translation(
                    "Pays at once; refunds go through, but their outcome is never reported.",
                    "Zahlt sofort; Erstattungen gelingen, aber niemand erfährt davon.",
                    "Paie immédiatement ; les remboursements passent, mais personne n’en est informé.",
                    "Paga al instante; los reembolsos se hacen, pero nadie se entera."));

    private final Translation name;
    private final Translation deed;

    SandboxWords(Translation name, Translation deed) {
        this.name = name;
        this.deed = deed;
    }

    public static SandboxWords of(SandboxScript script) {
        return valueOf(script.name());
    }

    public String name(Locale locale) {
        return name.in(locale);
    }

    public String deed(Locale locale) {
        return deed.in(locale);
    }
}

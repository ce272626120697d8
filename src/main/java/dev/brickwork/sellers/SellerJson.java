package dev.brickwork.sellers;

import dev.brickwork.platform.json.JsonWriter;

/// The wire shapes of sellers and legal entities.
final class SellerJson {
    private SellerJson() {}

    static void seller(JsonWriter json, Seller seller) {
        json.object(out -> out.put("seller_id", seller.id().value())
                .put("name", seller.name())
                .put("legal_name", seller.legalName())
                .putObject("address", seller.address(), (it, address) -> address.write(it))
                .put("tax_id", seller.taxId())
                .put("mode", seller.mode().wire())
                .put("currency", seller.currency())
                .putEach("enabled_currencies", seller.currencies(), (list, currency) -> list.value(currency.code()))
                .put("time_zone", seller.timeZone().id().getId())
                .put("payment_terms", seller.paymentTermsDays())
                .put("first_charge_date", seller.firstCharge())
                .put("muted_before", seller.mutedBefore())
                .put("invoice_number_prefix", seller.invoiceNumberPrefix())
                .putObject("accepted_payment_methods_config", seller.paymentMethods()::write)
                .put("automatic_retries", seller.isRetryingCharges())
                .put("reminders", seller.isReminding())
                .put("invoice_email_from", seller.invoiceEmailFrom())
                .put("logo", seller.logo())
                .put("created_at", seller.createdAt()));
    }

    static void listed(JsonWriter json, Seller seller) {
        json.object(out -> out.put("seller_id", seller.id().value())
                .put("name", seller.name())
                .put("mode", seller.mode().wire())
                .put("created_at", seller.createdAt()));
    }

    static void entity(JsonWriter json, LegalEntity entity) {
        json.object(out -> out.put("legal_entity_id", entity.id().value())
                .put("legal_name", entity.legalName())
                .putObject("address", entity.address(), (it, address) -> address.write(it))
                .put("tax_id", entity.taxId())
                .putObject("bank_account", entity.bankAccount(), (it, account) -> account.write(it))
                .put("invoice_number_prefix", entity.invoiceNumberPrefix())
                .put("is_default", entity.isDefault())
                .put("created_at", entity.createdAt()));
    }
}

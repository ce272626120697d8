-- What is due is found seller by seller, as in V0066; every scheduled invoice has one index less to write.
DROP INDEX invoice_to_issue;

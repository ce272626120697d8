// Shows the contract, with calls that can be tried on this very installation. Nothing is fetched from elsewhere.
'use strict';

window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: 'openapi.yaml',
    domNode: document.getElementById('reference'),
    deepLinking: true,
    displayOperationId: false,
    defaultModelsExpandDepth: 0,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    requestSnippetsEnabled: true,
    persistAuthorization: false, // A key must not outlive the visit in the browser's store.
    validatorUrl: null,
    syntaxHighlight: { theme: 'nord' },
  });
});

// Shows the contract, with calls that can be tried on this very installation. Nothing is fetched from elsewhere.
'use strict';

// The library looks for a part of a tag, letter by letter. Here any words of a tag, path or title will do.
const findOperations = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/);
      const has = (tag, one) => {
        const text = [tag, one.get('method'), one.get('path'), one.getIn(['operation', 'summary'])].join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((found, tag) => found.update('operations', (all) => all.filter((one) => has(tag, one))))
        .filter((found) => found.get('operations').size > 0);
    },
  },
});

window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: 'openapi.yaml',
    domNode: document.getElementById('reference'),
    deepLinking: true,
    displayOperationId: false,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    filter: true,
    plugins: [findOperations],
    onComplete: () => {
      const filter = document.querySelector('.operation-filter-input');
      filter.placeholder = 'Find an operation: void, webhook secret, POST payments …';
      filter.setAttribute('aria-label', 'Find an operation');
    },
    tryItOutEnabled: true,
    requestSnippetsEnabled: true,
    persistAuthorization: false, // A key must not outlive the visit in the browser's store.
    validatorUrl: null,
    syntaxHighlight: { theme: 'nord' },
  });
});

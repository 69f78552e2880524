/**
 * The header by which our own service says why a domain has no association file. Its values are `no-app`,
 * `several-projects` and `unknown-host`.
 */
export const appLinksHeader = 'app-links'

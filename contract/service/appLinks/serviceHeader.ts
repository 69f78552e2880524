import type { FindingCode } from './findingTexts.ts'

/**
 * The header in which our own service reports why a domain has no association file. Its values are `no-app`,
 * `several-projects` and `unknown-host`.
 */
export const appLinksHeader = 'app-links'

/** The finding for each value. */
export const appLinksReasons = {
  'no-app': 'service_no_app',
  'several-projects': 'service_several_projects',
  'unknown-host': 'service_unknown_host',
} as const satisfies Record<string, FindingCode>

/** Why our own service publishes no file for a domain. */
export type AppLinksReason = keyof typeof appLinksReasons

import { writeFileSync } from 'node:fs'
import type { ConnectionStep } from '../contract/app/calls/profiles/connection.ts'
import { catalogue, type ProblemCode } from '../contract/app/problems/problemCatalogue.ts'
import { appProblems } from '../contract/app/problems/app.ts'
import { keyProblems } from '../contract/app/problems/keys.ts'

/** Generates `docs/troubleshooting.md` from the catalog of problems: `node scripts/troubleshooting.ts`. */
export const file = new URL('../docs/troubleshooting.md', import.meta.url)

/** Connection problems by the step of *Test connection* that finds them. */
export const connectionProblems: Record<ConnectionStep['name'], ProblemCode[]> = {
  address: ['url_invalid', 'url_scheme', 'url_insecure'],
  name: ['dns_failed', 'proxy_unsupported'],
  connection: [
    'service_not_allowed',
    'connection_refused',
    'connection_lost',
    'timed_out',
    'network_down',
    'local_network_blocked',
    'network_failed',
    'proxy_failed',
    'proxy_auth',
    'proxy_scheme',
  ],
  tls: [
    'tls_expired',
    'tls_not_yet_valid',
    'tls_wrong_name',
    'tls_unknown_authority',
    'tls_not_spoken',
    'tls_failed',
  ],
  http: ['captive_portal', 'redirected', 'throttled', 'service_unavailable', 'service_failed'],
  json: ['wrong_path', 'not_the_service', 'answer_unreadable', 'answer_too_large'],
  key: ['key_missing', 'key_refused'],
  environment: ['environment_refused', 'request_refused'],
  clock: ['clock_wrong'],
}

/** Returns the whole document as Markdown. */
export function troubleshooting(): string {
  const documentedCodes = new Set<string>(Object.values(connectionProblems).flat())
  const undocumented = (codes: string[]) =>
    (codes as ProblemCode[]).filter((code) => !documentedCodes.has(code))
  const otherCodes = undocumented(Object.keys(catalogue)).filter(
    (code) => !(code in appProblems) && !(code in keyProblems),
  )
  return [
    '# Troubleshooting',
    '',
    'This page is generated from the catalogue of problems (`contract/app/problems/`) by `node scripts/troubleshooting.ts`.',
    'The app shows the same texts, with details that can be copied and never contain a key.',
    '',
    '## Connecting to a service',
    '',
    '_Test connection_ checks the connection step by step, stops at the first step that fails, and never creates a link.',
    '',
    ...Object.entries(connectionProblems).flatMap(([step, codes]) =>
      codes.map((code) => formatItem(step, code)),
    ),
    '',
    '## Keys and the service on this computer',
    '',
    ...undocumented(Object.keys(keyProblems)).map((code) => formatItem(`\`${code}\``, code)),
    '',
    '## Creating and finding links',
    '',
    ...otherCodes.map((code) => formatItem(`\`${code}\``, code)),
    '',
    '## The app and its files',
    '',
    ...undocumented(Object.keys(appProblems)).map((code) => formatItem(`\`${code}\``, code)),
    '',
  ].join('\n')
}

/** Returns a problem as a list item, on one line: its sentences are as long as those on screen. */
function formatItem(label: string, code: ProblemCode): string {
  const { title, why, advice } = catalogue[code]
  return `- **${title}** (${label}): ${why} _${advice}_`
}

if (import.meta.main) writeFileSync(file, troubleshooting())

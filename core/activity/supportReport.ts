import { arch, platform, release } from 'node:os'
import type { Notice } from '../../contract/app/calls/app/app.ts'
import type { ActivityEntry } from '../../contract/app/calls/app/activity.ts'
import type { KeyStoreState } from '../../contract/app/profile/keyStore.ts'
import type { TextFile } from '../../contract/app/tables/textFile.ts'
import type { Redactor } from '../redactor.ts'
import type { Settings } from '../settings/shape.ts'

interface ReportParts {
  version: string
  settings: Settings
  keyStore: KeyStoreState
  notices: Notice[]
  bugs: string
  entries: ActivityEntry[]
  redactor: Redactor
}

/** Returns a report to attach to a support request: readable, without keys, notes or contents of links. */
export function createSupportReport({ redactor, ...parts }: ReportParts): TextFile {
  const { version, settings, keyStore, notices, bugs, entries } = parts
  const sections = [
    [
      'Linkwright',
      [`version ${version}`, `Node ${process.version}`, `${platform()} ${release()} ${arch()}`].join('\n'),
    ],
    ['Key store', `${keyStore.name}${keyStore.reason ? ` (${keyStore.reason})` : ''}`],
    ['Settings', JSON.stringify(redactedSettings(settings), null, 2)],
    ['Notices', notices.map(({ title, text }) => `${title}: ${text}`).join('\n')],
    ['Errors', bugs.trim()],
    ['Activity', entries.map(line).join('\n')],
  ]
  const text = sections.map(([title, body]) => `# ${title}\n\n${body || '(nothing)'}\n`).join('\n')
  return {
    name: `linkwright-support-${new Date().toISOString().slice(0, 10)}.txt`,
    text: redactor.redact(text),
  }
}

/** Without notes, certificates and pictures, which are long. */
function redactedSettings({ profiles, authorities, qrStyles, ...rest }: Settings) {
  const styles = Object.entries(qrStyles).map(
    ([id, style]) => [id, { ...style, logo: style.logo && '(some)' }] as const,
  )
  return {
    ...rest,
    qrStyles: Object.fromEntries(styles),
    authorities: authorities === null ? 'none' : 'added',
    profiles: profiles.map((profile) => ({ ...profile, notes: profile.notes ? '(some)' : '' })),
  }
}

function line(entry: ActivityEntry): string {
  const { time, operation, environment, method, url, status, code, durationMs, bytes, attempt } = entry
  const outcome = `${status ?? 'no answer'}${code ? ` ${code}` : ''}`
  return `${time} ${operation} ${environment} ${method} ${url} → ${outcome}, ${durationMs} ms, ${bytes ?? 0} bytes, attempt ${attempt}`
}

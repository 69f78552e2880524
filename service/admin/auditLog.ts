import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { redactProjectKeys } from '../projectKey.ts'
import { firstIdAt } from '../random/identity.ts'
import type { AuditEntry } from '../store/projects/auditLog.ts'
import type { Store } from '../store/store.ts'
import { spans } from '../store/visits/visits.ts'
import type { CommandRow } from './command.ts'
import { dayOptions, parseDays } from './days.ts'
import { readPages } from './pages.ts'

/** The schema that has added the audit log. */
const firstSchema = 4

/** What an operator's action applies to, and its details. */
type ActionDetails = Record<string, string | number | boolean | null>

/**
 * Records an operator's action in the audit log before it is carried out. No action goes unrecorded; failed ones are
 * in the log too.
 */
export async function recordAction(store: Store, act: string, what: ActionDetails): Promise<void> {
  const { auditLog } = store
  const { olderSchema } = await store.check()
  // There was no audit log yet. Only commands that change nothing else run on an older schema.
  if (olderSchema && olderSchema.version < firstSchema) return
  const author = { who: userName(), sudo: loginUser() ?? sudoUser() }
  await auditLog.record({ ...author, act, what: redactProjectKeys(JSON.stringify(what)) })
}

/** Yields all entries of the audit log in order, in non-empty pages. */
export async function* readAuditPages({ auditLog }: Store, after = -1): AsyncGenerator<AuditEntry[]> {
  yield* readPages<{ id: number }, AuditEntry>({ id: after }, ({ id }, limit) => auditLog.scan(id, limit))
}

/** The user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** As set by `sudo`. Anyone who can become the service's user could forge it, and could change the database too. */
function sudoUser(): string | null {
  const name = process.env['SUDO_USER'] ?? ''
  return /^[\w.@\\-]{1,64}$/.test(name) ? name : null
}

/** The kernel's value for a process without a login session, for example in a container or a timer. */
const noLogin = 4_294_967_295

/**
 * Returns the user who logged in, which Linux keeps across `sudo`, `su` and `runuser`; `null` if unknown or the same.
 */
export function loginUser(): string | null {
  try {
    const uid = Number(readFileSync('/proc/self/loginuid', 'utf8'))
    if (uid === noLogin || uid === process.getuid?.()) return null
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [name = ''] = users.find((line) => line.split(':')[2] === String(uid))?.split(':') ?? []
    return /^[\w.@\\-]{1,64}$/.test(name) ? name : `uid ${uid}`
  } catch {
    return null
  }
}

const hourMs = 3_600_000

export const auditCommands: CommandRow[] = [
  {
    name: 'audit',
    summary: 'Shows what operators did, oldest first, one entry per line.',
    details: [
      'Every command that changes the database or exports from it adds its entry before it starts, so failed commands are',
      'listed too. "who" is the system user, "sudo" is the user who logged in or ran sudo, and "what" is what the command',
      'applied to. The database refuses to change or delete entries.',
    ],
    options: dayOptions,
    run: async ({ openStore, print }, { options }) => {
      const { from, to: lastHour } = parseDays(options)
      const end = (lastHour + spans.day) * hourMs
      for await (const page of readAuditPages(await openStore(), firstIdAt(from * hourMs) - 1)) {
        for (const { at, who, sudo, host, act, what } of page.filter((entry) => entry.at < end)) {
          const details: unknown = JSON.parse(what)
          print({ at: new Date(at).toISOString(), who, sudo, host, act, what: details })
        }
      }
    },
  },
]

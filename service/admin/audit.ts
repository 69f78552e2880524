import { firstIdAt } from '../random/identity.ts'
import { spans } from '../store/visits/visits.ts'
import { readAuditPages } from './auditLog.ts'
import type { CommandRow } from './command.ts'
import { dayOptions, parseDays } from './days.ts'

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

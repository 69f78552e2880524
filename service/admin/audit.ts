import { firstIdAt } from '../links/identity.ts'
import { spans } from '../store/visits.ts'
import { readActPages } from './acts.ts'
import type { CommandRow } from './command.ts'
import { dayOptions, parseDays } from './days.ts'

const hourMs = 3_600_000

export const auditCommands: CommandRow[] = [
  {
    words: 'audit',
    about: 'Shows what operators did, oldest first, one act to a line.',
    details: [
      'Every command that changes the database, or takes something out of it, is written down before it is done: so one that',
      'failed in the end is there too. "who" is the user of the system, "sudo" who became that user by sudo, "what" what it',
      'was done to. The database refuses to change or delete an entry.',
    ],
    options: dayOptions,
    run: async ({ store, print }, { options }) => {
      const { from, to: lastHour } = parseDays(options)
      const end = (lastHour + spans.day) * hourMs
      for await (const page of readActPages(await store('refuse'), firstIdAt(from * hourMs) - 1)) {
        for (const { at, who, sudo, host, act, what } of page.filter((entry) => entry.at < end)) {
          const about: unknown = JSON.parse(what)
          print({ at: new Date(at).toISOString(), who, sudo, host, act, what: about })
        }
      }
    },
  },
]

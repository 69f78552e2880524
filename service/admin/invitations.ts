import { enrolmentLink } from '../../contract/enrolmentLink.ts'
import { readBaseUrl } from '../../contract/baseUrl.ts'
import { invite } from '../keys/invite.ts'
import { recordAct } from './acts.ts'
import { UsageError } from './command.ts'
import type { CommandRow, Context, ParsedArguments } from './command.ts'
import { rejectTaken } from './keys.ts'
import { describeTerms, keyTermOptions, readKeyTerms } from './keyTerms.ts'
import { timeOption, valueOption } from './options.ts'
import { findProject } from './projects.ts'

const hourMs = 3_600_000
const maxDays = 7
const maxMs = maxDays * 24 * hourMs

const takenAdvice =
  'Take another name. If whoever was invited lost that key, "key remove" it and invite again.'

export const invitationCommands: CommandRow[] = [
  {
    words: 'key invite',
    operands: ['PROJECT'],
    about: 'Creates an invitation, with which one person enrols in the app and gets a key.',
    details: [
      'Prints the invitation only once: send the whole line as a file, or only its "link". The first person who uses it gets',
      'the key; then it is no longer valid. "key remove" withdraws it before.',
    ],
    options: [
      ...keyTermOptions,
      timeOption('expires', `how long it can be used: 30m, 24h, at most ${maxDays}d; default: 24h.`).default(
        24 * hourMs,
      ),
      valueOption('service', 'URL', 'the address of the API; default: that of LINK_ORIGIN.'),
    ],
    run: async (context, { operands: [id = ''], options }) => {
      const terms = readKeyTerms(options)
      const lifetime = Number(options['expires'])
      if (lifetime < 1 || lifetime > maxMs) throw new UsageError(`--expires is from 1s to ${maxDays}d.`)
      const service = readService(context, options)
      const { store, project } = await findProject(context.store, id)
      rejectTaken(await store.listKeys(id), terms.name, takenAdvice)
      const expiresAt = Date.now() + lifetime
      const expires_at = new Date(expiresAt).toISOString()
      await recordAct(store, 'key invite', { project: id, ...describeTerms(terms), expires_at })
      const invitation = await invite(store, id, terms, expiresAt)
      const about = { project: project.name, ...describeTerms(terms), expires_at }
      context.print({ service, invitation, ...about, link: enrolmentLink({ service, invitation }) })
    },
  },
]

/** Returns the API's base URL, which the person's app will ask. */
function readService({ linkOrigin }: Context, options: ParsedArguments['options']): string {
  const origin = linkOrigin()
  const given = options['service'] ?? origin
  if (typeof given !== 'string')
    throw new UsageError('Set LINK_ORIGIN as for the service, or give --service URL.')
  const read = readBaseUrl(given)
  if (!read.ok)
    throw new UsageError('--service takes the address of the API, such as https://links.example.com.')
  return read.baseUrl
}

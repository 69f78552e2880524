import { enrolmentLink } from '../../contract/service/keys/enrolmentLink.ts'
import { readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import { invite } from '../keys/invite.ts'
import { readLinkOriginSetting } from '../settings/settings.ts'
import { recordAction } from './auditLog.ts'
import { UsageError, type CommandRow, type Context, type ParsedArguments } from './command.ts'
import { disabledNote, rejectTakenName } from './keys.ts'
import { describeTerms, keyTermOptions, readKeyTerms } from './keyTerms.ts'
import { timeOption, valueOption } from './options.ts'
import { findProject } from './projects.ts'

const hourMs = 3_600_000
const maxDays = 7
const maxLifetimeMs = maxDays * 24 * hourMs

const nameTakenAdvice =
  'Choose another name. If the invited person has lost that key, remove it with "key remove" and invite again.'

export const invitationCommands: CommandRow[] = [
  {
    name: 'key invite',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Creates an invitation, with which one person sets up the app and gets a key.',
    details: [
      'Prints the invitation only once. Send the whole line as a file, or only its "link". It is valid once: the first person',
      'who uses it gets the key. Until then, "key remove" withdraws it.',
    ],
    options: [
      ...keyTermOptions,
      timeOption('expires', `how long it is valid, such as 30m or 24h, at most ${maxDays}d.`).default(
        24 * hourMs,
        '24h',
      ),
      valueOption('service', 'URL', 'the address of the API; default: LINK_ORIGIN.'),
    ],
    run: async (context, { operands: [id = ''], options }) => {
      const terms = readKeyTerms(options)
      const lifetimeMs = Number(options['expires'])
      if (lifetimeMs < 1 || lifetimeMs > maxLifetimeMs)
        throw new UsageError(`--expires must be from 1s to ${maxDays}d.`)
      const service = readService(context, options)
      const { store, project } = await findProject(context.openStore, id)
      rejectTakenName(await store.listKeys(id), terms.name, nameTakenAdvice)
      const expiresAt = Date.now() + lifetimeMs
      const expires_at = new Date(expiresAt).toISOString()
      await recordAction(store, 'key invite', { project: id, ...describeTerms(terms), expires_at })
      const invitation = await invite(store, id, terms, expiresAt)
      const details = { project: project.name, ...describeTerms(terms), expires_at }
      context.print({ service, invitation, ...details, link: enrolmentLink({ service, invitation }) })
      if (!project.active) context.note(disabledNote(id, 'invitation'))
    },
  },
  {
    name: 'key invitations',
    operands: ['PROJECT'],
    summary: 'Lists the open invitations of a project, oldest first.',
    details: [
      '"invited_by" is the name of the key whose owner invites, or null for an operator. "key remove" withdraws one.',
    ],
    run: async ({ openStore, print }, { operands: [id = ''] }) => {
      const { store } = await findProject(openStore, id)
      for (const invitation of await store.invitations.list(id, Date.now())) {
        const { createdAt, expiresAt, invitedBy } = invitation
        const [created_at, expires_at] = [createdAt, expiresAt].map((time) => new Date(time).toISOString())
        print({ ...describeTerms(invitation), invited_by: invitedBy, created_at, expires_at })
      }
    },
  },
]

/** Returns the API's base URL, to which the invited person's app will connect. */
function readService({ variables }: Context, options: ParsedArguments['options']): string {
  const origin = readLinkOriginSetting(variables)
  const address = options['service'] ?? origin
  if (typeof address !== 'string')
    throw new UsageError(
      'The address of the API is missing. Set LINK_ORIGIN as for the service, or use --service URL.',
    )
  const result = readBaseUrl(address)
  if (!result.ok)
    throw new UsageError('--service must be the address of the API, such as https://links.example.com.')
  return result.baseUrl
}

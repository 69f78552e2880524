import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'

type Request = ParsedInput<'links.create'>['request']
type CreateLink = (input: ParsedInput<'links.create'>) => Promise<Result<LinkRecord>>

const spring = 'spring-sale'
const weekly = 'newsletter'

/** What each example shows: its title, and its campaign, source and medium, which decide its channel in reports. */
const examples: readonly (readonly [title: string, campaign: string, source: string, medium: string])[] = [
  ['Newsletter, spring sale', spring, 'newsletter', 'email'],
  ['Instagram, spring sale', spring, 'instagram', 'social'],
  ['LinkedIn, spring sale', spring, 'linkedin', 'social'],
  ['Search ad, spring sale', spring, 'google', 'cpc'],
  ['Banner, spring sale', spring, 'partner-site', 'display'],
  ['Poster with a QR code', spring, 'poster', 'print'],
  ['Misspelled source, which tracking rules would refuse', spring, 'instgram', 'social'],
  ['Header of the newsletter', weekly, 'newsletter', 'email'],
  ['Footer of the newsletter', weekly, 'newsletter', 'email'],
  ['Text message to members', weekly, 'members', 'sms'],
]

const requests = examples.map(([title, campaign, source, medium], index): Request => ({
  title: `${title} (example)`,
  desktop_custom_redirect: { url: `https://www.example.com/${campaign}?item=${index + 1}` },
  tags: JSON.stringify(['example', medium]),
  ...{ tracking_campaign: campaign, tracking_source: source, tracking_medium: medium },
}))

/** Creates the example links at the service on this computer, in development. */
export async function addExamples({ settings }: AppServices, create: CreateLink): Promise<Result<null>> {
  const profile = settings.get().profiles.find(({ kind }) => kind === 'embedded')
  if (!profile) return fail({ code: 'profile_not_found' })
  const target = { profileId: profile.id, environment: 'development' } as const
  for (const request of requests) {
    const created = await create({ id: randomUUID(), ...target, request })
    if (!created.ok) return created
    const { id, path, problem } = created.value
    if (problem) return fail(problem)
    // Known from the first one on, so that examples can be erased even if a later one fails.
    if (path !== null) await settings.change((old) => ({ ...old, examples: [...old.examples, { id, path }] }))
  }
  return ok(null)
}

/** Erases the example links at the service on this computer, and deletes them from the library. */
export async function eraseExamples({ settings, embedded, collection }: AppServices): Promise<Result<null>> {
  const { examples: links } = settings.get()
  const service = await embedded.running()
  if (!service.ok) return service
  await service.value.eraseLinks(links.map(({ path }) => path))
  const removal = randomUUID()
  await collection.remove({ ids: links.map(({ id }) => id) }, removal)
  await collection.forgetRemoval(removal)
  await settings.change((old) => ({ ...old, examples: [] }))
  return ok(null)
}

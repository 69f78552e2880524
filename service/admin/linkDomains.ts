import { environments, type Environment } from '../../contract/service/api/headers.ts'
import { originErrors, readLinkOrigin } from '../settings/settings.ts'
import { quoteWrongValue } from '../settings/variables.ts'
import type { LinkDomains, ProjectTerms } from '../store/projects/projectTerms.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, UsageError, type CommandRow, type Context, type ParsedArguments } from './command.ts'
import { choiceOption, flagOption } from './options.ts'
import { changeTerms, findProject, formatTerms } from './projects.ts'

const maxOrigins = 1_000

export const linkDomainCommands: CommandRow[] = [
  {
    name: 'project link-origin',
    access: ({ list }) => (list === true ? 'read' : 'write'),
    operands: ['PROJECT'],
    optionalOperands: ['ORIGIN'],
    summary: 'Adds an origin for the links of a project. Takes effect within a second.',
    details: [
      'ORIGIN is an address such as https://go.example.com, or "default" for LINK_ORIGIN. Its host name must resolve to the',
      'service and needs a certificate. New links begin with the first origin, or with the one last set with --default.',
      'Existing links keep theirs.',
      'The host opens only links of this project, unless other projects add it too.',
    ],
    options: [
      choiceOption('environment', environments, 'applies only to links of one environment; default: both.'),
      flagOption('default', 'makes new links begin with ORIGIN.'),
      flagOption(
        'remove',
        'removes ORIGIN: its host no longer opens the links. Adding it again reverts this.',
      ),
      flagOption('list', 'lists the origins, one per line, and changes nothing.'),
    ],
    run: async (context, parsedArguments) => {
      if (parsedArguments.options['list'] === true) await listOrigins(context, parsedArguments)
      else await changeOrigins(context, parsedArguments)
    },
  },
]

async function listOrigins(
  { openStore, print }: Context,
  { operands, options }: ParsedArguments,
): Promise<void> {
  const [id = '', origin] = operands
  const others = ['default', 'remove'].filter((name) => options[name] === true)
  if (origin !== undefined || others.length > 0)
    throw new UsageError('--list can be combined only with --environment.')
  const { project } = await findProject(openStore, id)
  for (const environment of selectEnvironments(options)) {
    const domains = project.terms.domains[environment]
    const origins = [...(domains.default === null ? ['default'] : []), ...domains.origins]
    for (const one of origins) {
      print({ project: id, environment, origin: one, default: one === (domains.default ?? 'default') })
    }
  }
}

async function changeOrigins(
  { openStore, print }: Context,
  { operands, options }: ParsedArguments,
): Promise<void> {
  const [id = '', text] = operands
  if (text === undefined) throw new UsageError('ORIGIN is missing. Add it, or use --list.')
  const origin = text === 'default' ? null : parseOrigin(text)
  const [isRemoval, isDefault] = [options['remove'] === true, options['default'] === true]
  if (isRemoval && (isDefault || origin === null)) {
    throw new UsageError(
      '--remove needs an origin other than "default", and cannot be combined with --default.',
    )
  }
  const source = await findProject(openStore, id)
  const selectedEnvironments = selectEnvironments(options)
  const applyChange = (domains: LinkDomains) =>
    isRemoval ? withoutOrigin(domains, origin) : withOrigin(domains, origin, isDefault)
  const oldDomains = source.project.terms.domains
  if (isRemoval) rejectUnknown(selectedEnvironments, oldDomains, origin)
  const changedEntries = selectedEnvironments.map(
    (environment) => [environment, applyChange(oldDomains[environment])] as const,
  )
  const domains = { ...oldDomains, ...Object.fromEntries(changedEntries) }
  await recordAction(source.store, 'project link-origin', {
    project: id,
    link_origin: origin,
    environment: selectedEnvironments.length === 1 ? (selectedEnvironments[0] ?? null) : null,
    ...(isRemoval ? { removed: true } : { default: isDefault }),
  })
  print({ project: id, ...formatTerms(await changeTerms(source, { domains })) })
}

function rejectUnknown(
  selectedEnvironments: readonly Environment[],
  domains: ProjectTerms['domains'],
  origin: string | null,
): void {
  if (selectedEnvironments.some((environment) => domains[environment].origins.includes(origin ?? ''))) return
  throw new AdminError('The project does not have this origin in this environment.')
}

function selectEnvironments({ environment }: ParsedArguments['options']): readonly Environment[] {
  return environments.filter((one) => environment === undefined || environment === one)
}

function withOrigin(domains: LinkDomains, origin: string | null, isDefault: boolean): LinkDomains {
  if (origin === null) return { ...domains, default: null }
  const origins = [...new Set([...domains.origins, origin])]
  if (origins.length > maxOrigins)
    throw new AdminError(`A project can have at most ${maxOrigins} origins. Remove one first.`)
  return { default: isDefault ? origin : (domains.default ?? origin), origins }
}

function withoutOrigin(domains: LinkDomains, origin: string | null): LinkDomains {
  if (domains.default === origin) {
    throw new AdminError(
      'New links begin with this origin. First use --default with another origin, or with "default" for LINK_ORIGIN.',
    )
  }
  return { ...domains, origins: domains.origins.filter((one) => one !== origin) }
}

function parseOrigin(text: string): string {
  const { origin, error } = readLinkOrigin(text)
  if (origin !== null) return origin
  throw new UsageError(`ORIGIN ${originErrors[error]}${quoteWrongValue(text)}.`)
}

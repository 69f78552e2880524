import { environments } from '../../contract/headers.ts'
import type { Environment } from '../../contract/headers.ts'
import { originErrors, readLinkOrigin } from '../settings/settings.ts'
import { quoteWrongValue } from '../settings/variables.ts'
import type { LinkDomains, ProjectTerms } from '../store/projectTerms.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, UsageError } from './command.ts'
import type { CommandRow, Context, ParsedArguments } from './command.ts'
import { choiceOption, flagOption } from './options.ts'
import { findProject, formatTerms } from './projects.ts'

const maxOrigins = 1_000

export const linkDomainCommands: CommandRow[] = [
  {
    words: 'project link-origin',
    operands: ['PROJECT'],
    optionalOperands: ['ORIGIN'],
    about: 'Adds an origin for the links of a project. Takes effect within a second.',
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
    run: async (context, given) => {
      if (given.options['list'] === true) await list(context, given)
      else await change(context, given)
    },
  },
]

async function list({ store, print }: Context, { operands, options }: ParsedArguments): Promise<void> {
  const [id = '', origin] = operands
  const others = ['default', 'remove'].filter((name) => options[name] === true)
  if (origin !== undefined || others.length > 0)
    throw new UsageError('--list can be combined only with --environment.')
  const { project } = await findProject(store, id)
  for (const environment of chosenEnvironments(options)) {
    const domains = project.terms.domains[environment]
    const origins = [...(domains.default === null ? ['default'] : []), ...domains.origins]
    for (const one of origins) {
      print({ project: id, environment, origin: one, default: one === (domains.default ?? 'default') })
    }
  }
}

async function change({ store, print }: Context, { operands, options }: ParsedArguments): Promise<void> {
  const [id = '', text] = operands
  if (text === undefined) throw new UsageError('ORIGIN is missing. Add it, or use --list.')
  const origin = text === 'default' ? null : parseOrigin(text)
  const [isRemoval, isDefault] = [options['remove'] === true, options['default'] === true]
  if (isRemoval && (isDefault || origin === null)) {
    throw new UsageError(
      '--remove needs an origin other than "default", and cannot be combined with --default.',
    )
  }
  const { store: opened, project } = await findProject(store, id)
  const chosen = chosenEnvironments(options)
  const change = (before: LinkDomains) =>
    isRemoval ? without(before, origin) : withOrigin(before, origin, isDefault)
  const before = project.terms.domains
  if (isRemoval) rejectUnknown(chosen, before, origin)
  const changed = chosen.map((environment) => [environment, change(before[environment])] as const)
  const domains = { ...before, ...Object.fromEntries(changed) }
  const terms: ProjectTerms = { ...project.terms, domains, setAt: Date.now() }
  await recordAction(opened, 'project link-origin', {
    project: id,
    link_origin: origin,
    environment: chosen.length === 1 ? (chosen[0] ?? null) : null,
    ...(isRemoval ? { removed: true } : { default: isDefault }),
  })
  await opened.terms.set(id, terms)
  print({ project: id, ...formatTerms(terms) })
}

function rejectUnknown(
  chosen: readonly Environment[],
  domains: ProjectTerms['domains'],
  origin: string | null,
): void {
  if (chosen.some((environment) => domains[environment].origins.includes(origin ?? ''))) return
  throw new AdminError('The project does not have this origin in this environment.')
}

function chosenEnvironments({ environment }: ParsedArguments['options']): readonly Environment[] {
  return environments.filter((one) => environment === undefined || environment === one)
}

function withOrigin(before: LinkDomains, origin: string | null, isDefault: boolean): LinkDomains {
  if (origin === null) return { ...before, default: null }
  const origins = [...new Set([...before.origins, origin])]
  if (origins.length > maxOrigins)
    throw new AdminError(`A project can have at most ${maxOrigins} origins. Remove one first.`)
  return { default: isDefault ? origin : (before.default ?? origin), origins }
}

function without(before: LinkDomains, origin: string | null): LinkDomains {
  if (before.default === origin) {
    throw new AdminError(
      'New links begin with this origin. First use --default with another origin, or with "default" for LINK_ORIGIN.',
    )
  }
  return { ...before, origins: before.origins.filter((one) => one !== origin) }
}

function parseOrigin(text: string): string {
  const { origin, error } = readLinkOrigin(text)
  if (origin !== null) return origin
  throw new UsageError(`ORIGIN ${originErrors[error]}${quoteWrongValue(text)}.`)
}

import { Option } from 'commander'
import { androidPackageError, fingerprintError } from '../../contract/service/appLinks/androidFile.ts'
import { appIdError } from '../../contract/service/appLinks/appleFile.ts'
import type { Finding } from '../../contract/service/appLinks/finding.ts'
import { findingTexts } from '../../contract/service/appLinks/findingTexts.ts'
import { environments, type Environment } from '../../contract/service/api/headers.ts'
import { excessiveSize } from '../links/associationFile.ts'
import { quoteWrongValue } from '../settings/variables.ts'
import type { RegisteredApps } from '../store/projects/projectTerms.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, UsageError, type CommandRow, type Context, type ParsedArguments } from './command.ts'
import { choiceOption, flagOption, valueOption } from './options.ts'
import { describeOwnPaths, ownPathsOption, readOwnPaths } from './ownPathsOption.ts'
import { changeTerms, findProject, type FoundProject } from './projects.ts'

const environmentOption = () =>
  choiceOption('environment', environments, 'the environment of the links.').makeOptionMandatory()

export const appCommands: CommandRow[] = [
  {
    name: 'app set',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Registers the apps that the links of a project open. Takes effect within a second.',
    details: [
      'The domains of the project then publish the files that tell phones which links open the app. Only links created from',
      'then on can open it, because their path says on which phones they do. Earlier links stay in the browser.',
      'Other registered apps stay registered. Repeat --ios for each app, and --fingerprint for each certificate of the',
      '--android app.',
    ],
    options: [
      environmentOption(),
      listOption(
        'ios',
        'APP_ID',
        'the team ID, a dot and the bundle ID, such as ABCDE12345.com.example.app.',
      ),
      valueOption('android', 'PACKAGE', 'the application ID, such as com.example.app.'),
      listOption(
        'fingerprint',
        'SHA256',
        'fingerprint of the certificate that signs the --android app. The Play Console shows it under App signing.',
      ),
      ownPathsOption(),
    ],
    run: setApps,
  },
  {
    name: 'app list',
    operands: ['PROJECT'],
    summary: 'Lists the apps that the links of a project open, one per line.',
    details: [],
    run: async ({ openStore, print }, { operands: [id = ''] }) => {
      const { project } = await findProject(openStore, id)
      for (const environment of environments) {
        const apps = project.terms.apps[environment]
        for (const app of apps?.ios ?? []) print({ project: id, environment, ios: app })
        for (const { packageName, fingerprints } of apps?.android ?? []) {
          print({ project: id, environment, android: packageName, fingerprints })
        }
      }
    },
  },
  {
    name: 'app remove',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Unregisters an app. Takes effect within a second.',
    details: [
      'Phones that have the app notice this when they next fetch the file, which can take a day or longer. "app set" reverts it.',
    ],
    options: [
      environmentOption(),
      valueOption('ios', 'APP_ID', 'an app for iPhone and iPad.'),
      valueOption('android', 'PACKAGE', 'an app for Android.'),
      flagOption('all', 'all apps of the environment.'),
    ],
    run: removeApps,
  },
]

/** Returns an option that can be given several times. */
function listOption(name: string, value: string, description: string): Option {
  return new Option(`--${name} <${value}>`, description).argParser((text, previous: string[] | undefined) => {
    if (text === '' || text.startsWith('--')) throw new UsageError(`--${name} needs a value.`)
    return [...(previous ?? []), text]
  })
}

async function setApps(
  { openStore, print, note }: Context,
  { operands: [id = ''], options }: ParsedArguments,
): Promise<void> {
  const newApps = readApps(options)
  const environment = options['environment'] as Environment
  const source = await findProject(openStore, id)
  const oldApps = source.project.terms.apps[environment] ?? { ios: [], android: [] }
  const newPackages = new Set(newApps.android.map(({ packageName }) => packageName))
  const ownPaths = readOwnPaths(options['ownPaths']) ?? oldApps.ownPaths
  const apps = {
    ...(ownPaths && { ownPaths }),
    ios: [...new Set([...oldApps.ios, ...newApps.ios])],
    android: [
      ...oldApps.android.filter(({ packageName }) => !newPackages.has(packageName)),
      ...newApps.android,
    ],
  }
  const lookAlikes = await source.store.ownPaths.listLookAlikes({ project: id, environment })
  const size = excessiveSize(
    apps,
    lookAlikes.map(({ path }) => path),
  )
  if (size !== null) {
    throw new AdminError(
      `Too many apps${lookAlikes.length > 0 ? ' and own paths' : ''}: a published file would have ${size} bytes, and phones read at most 131072.`,
    )
  }
  await recordAction(source.store, 'app set', {
    project: id,
    environment,
    ios: newApps.ios.join(' '),
    android: newApps.android.map(({ packageName }) => packageName).join(' '),
    fingerprints: newApps.android.flatMap(({ fingerprints }) => fingerprints).join(' '),
    ...(ownPaths && { own_paths: describeOwnPaths(ownPaths) }),
  })
  await changeTerms(source, withApps(source, environment, apps))
  print({ project: id, environment, ...formatApps(apps) })
  note(
    'New links can now open the app. To test one, use "Check whether phones open the app" in the Linkwright app.',
  )
}

async function removeApps(
  { openStore, print }: Context,
  { operands: [id = ''], options }: ParsedArguments,
): Promise<void> {
  const { ios, android, all } = options
  if (all !== true && ios === undefined && android === undefined) {
    throw new UsageError('Nothing to remove. Use --ios, --android or --all.')
  }
  const environment = options['environment'] as Environment
  const source = await findProject(openStore, id)
  const oldApps = source.project.terms.apps[environment] ?? { ios: [], android: [] }
  // An empty registration is kept: the project's links with a path class must not open another project's app.
  const apps = {
    ...(oldApps.ownPaths && { ownPaths: oldApps.ownPaths }),
    ios: oldApps.ios.filter((app) => all !== true && app !== ios),
    android: oldApps.android.filter(({ packageName }) => all !== true && packageName !== android),
  }
  const removed = countApps(oldApps) - countApps(apps)
  if (removed === 0)
    throw new AdminError('This app is not registered for this project and environment. "app list" shows all.')
  await recordAction(source.store, 'app remove', {
    project: id,
    environment,
    ...(typeof ios === 'string' && { ios }),
    ...(typeof android === 'string' && { android }),
    ...(all === true && { all }),
  })
  await changeTerms(source, withApps(source, environment, apps))
  print({ project: id, environment, removed, ...formatApps(apps) })
}

function withApps({ project }: FoundProject, environment: Environment, apps: RegisteredApps) {
  return { apps: { ...project.terms.apps, [environment]: apps } }
}

function countApps({ ios, android }: RegisteredApps): number {
  return ios.length + android.length
}

function formatApps({ ios, android, ownPaths }: RegisteredApps): object {
  return {
    ios,
    android: android.map(({ packageName }) => packageName),
    ...(ownPaths && { own_paths: describeOwnPaths(ownPaths) }),
  }
}

function readApps(options: ParsedArguments['options']): RegisteredApps {
  const { ios, android, fingerprint } = options
  const ids = (ios ?? []) as string[]
  const fingerprints = (fingerprint ?? []) as string[]
  for (const id of ids) rejectInvalid('--ios', id, appIdError(id))
  for (const value of fingerprints) rejectInvalid('--fingerprint', value, fingerprintError(value))
  if (typeof android !== 'string') {
    if (fingerprints.length > 0) throw new UsageError('--fingerprint requires --android with the package.')
    if (ids.length === 0 && options['ownPaths'] === undefined)
      throw new UsageError('Nothing to register. Use --ios, or --android with --fingerprint.')
    return { ios: ids, android: [] }
  }
  rejectInvalid('--android', android, androidPackageError(android))
  if (fingerprints.length === 0) throw new UsageError('--android requires at least one --fingerprint.')
  return { ios: ids, android: [{ packageName: android, fingerprints: [...new Set(fingerprints)] }] }
}

/** Throws the same explanation that the app shows for an error in a published file. */
function rejectInvalid(option: string, value: string, error: Finding | null): void {
  if (!error) return
  const { title, why, advice } = findingTexts[error.code]
  throw new UsageError(`${option}: ${title}${quoteWrongValue(value)}. ${why} ${advice}`)
}

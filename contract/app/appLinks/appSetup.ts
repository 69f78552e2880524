import type { AndroidFile, AndroidRule, AndroidStatement } from '../../service/appLinks/androidFile.ts'
import { parseAndroidFile } from '../../service/appLinks/androidFile.ts'
import { parseAppleFile } from '../../service/appLinks/appleFile.ts'
import type { AppSetup } from '../calls/app/appLinks.ts'
import { toPathPattern } from './pathPattern.ts'
import type { AppPlatform, FetchedFile } from '../../service/appLinks/matching/evaluate.ts'

type AppManifest = NonNullable<AppSetup['manifests']>[number]

/** Returns what an app must declare for a domain with these files. */
export function toAppSetup(domain: string, files: Record<AppPlatform, FetchedFile>): AppSetup {
  const apple = files.ios.ok ? parseAppleFile(files.ios.text) : null
  const android = files.android.ok ? parseAndroidFile(files.android.text) : null
  return {
    domain,
    appIds: apple?.ok ? unique(apple.file.entries.flatMap(({ appIds }) => appIds)) : null,
    manifests: android?.ok ? toManifests(android.file) : null,
  }
}

/** Groups apps with the same manifest entries, because builds of one app usually share them. */
function toManifests({ statements }: AndroidFile): AppManifest[] {
  const byApp = Map.groupBy(statements, ({ packageName }) => packageName)
  const apps = [...byApp].map(([packageName, ofApp]) => ({
    app: { packageName, fingerprints: unique(ofApp.flatMap(({ fingerprints }) => fingerprints)).length },
    claim: toClaim(ofApp),
  }))
  const groups = Map.groupBy(apps, ({ claim }) => JSON.stringify(claim))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ claim }) => ({ apps: group.map(({ app }) => app), ...claim })),
  )
}

type Claim = Pick<AppManifest, 'pathPatterns' | 'hasRules'>

/**
 * Returns the patterns for an app's rules. Even on Android 15, rules only narrow down the manifest. If a rule can't be
 * expressed as a pattern, the manifest must claim every link.
 */
function toClaim(statements: readonly AndroidStatement[]): Claim {
  const rules = statements.map((statement) => statement.rules)
  if (rules.some((one) => one === null)) return { pathPatterns: [], hasRules: false }
  const all = rules.flatMap((one) => one ?? [])
  const patterns = all.filter(({ exclude }) => !exclude).map(toPattern)
  const isExpressible = !patterns.includes(null)
  return { pathPatterns: isExpressible ? unique(patterns.filter((one) => one !== null)) : [], hasRules: true }
}

function toPattern({ path, query, fragment }: AndroidRule): string | null {
  return path === null || query.size > 0 || fragment !== null ? null : toPathPattern(path)
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

import { createHash } from 'node:crypto'
import { maxAssociationBytes } from '../../contract/service/appLinks/fileJson.ts'
import type { AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import { reservedSegments } from '../../contract/service/path/ownPath.ts'
import { classPattern, pathClasses, unclassedPattern } from './pathClass.ts'
import type { RegisteredApps } from '../store/projects/projectTerms.ts'
import { isDeepStrictEqual } from 'node:util'
import type { AppLinksReason } from '../../contract/service/appLinks/serviceHeader.ts'

/** An association file as it is served. */
export interface AssociationFile {
  text: string
  etag: string
}

/**
 * Returns a platform's association file, or `null` without an app. Its size depends on the apps and never on the number
 * of links, because a rule names a class of paths, except for `lookAlikes`: own paths that such a rule could match.
 */
export function createAssociationFile(
  platform: AppPlatform,
  apps: RegisteredApps,
  lookAlikes: readonly string[] = [],
): AssociationFile | null {
  if (apps[platform].length === 0) return null
  const rules = linkRules(platform, apps, lookAlikes)
  const text = JSON.stringify(platform === 'ios' ? appleFile(apps, rules) : androidFile(apps, rules))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

/** Returns the larger size of both files in bytes, if it exceeds what Apple reads; `null` otherwise. */
export function excessiveSize(apps: RegisteredApps, lookAlikes: readonly string[] = []): number | null {
  const sizes = (['ios', 'android'] as const).map((platform) =>
    Buffer.byteLength(createAssociationFile(platform, apps, lookAlikes)?.text ?? ''),
  )
  const size = Math.max(...sizes)
  return size > maxAssociationBytes ? size : null
}

/** Apple, "applinks.Details": the first component that matches decides, and links that match none stay in the browser. */
function appleFile({ ios }: RegisteredApps, components: object[]): object {
  return { applinks: { details: [{ appIDs: ios, components }] } }
}

const handleAllUrls = 'delegate_permission/common.handle_all_urls'

/** Google, "Digital Asset Links: statement list". Before Android 15, phones ignore the rules, and the manifest decides. */
function androidFile({ android }: RegisteredApps, components: object[]): object[] {
  const rules = { [handleAllUrls]: { dynamic_app_link_components: components } }
  return android.map(({ packageName, fingerprints }) => ({
    relation: [handleAllUrls],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints,
    },
    relation_extensions: rules,
  }))
}

/**
 * The first rule that matches decides: own paths that look like others, then classes, then all other own paths if they open the
 * app (decision 41).
 */
function linkRules(
  platform: AppPlatform,
  { ownPaths }: RegisteredApps,
  lookAlikes: readonly string[],
): object[] {
  const opensOwn = ownPaths?.[platform] ?? false
  // Visitors type an own path in any case, which only Apple's rules can say. Android compares decoded paths.
  const exactRule = (path: string) => ({
    '/': `/${platform === 'ios' ? encodeURIComponent(path) : path}`,
    ...(platform === 'ios' && { caseSensitive: false }),
    ...(!opensOwn && { exclude: true }),
  })
  const exclude = (pattern: string) => ({ '/': pattern, exclude: true })
  const reserved = reservedSegments.filter((segment) => segment !== '__proto__')
  const otherRules = [unclassedPattern, '/*/*', ...reserved.map((segment) => `/${segment}`)].map(exclude)
  return [
    ...lookAlikes.map(exactRule),
    ...classRules(platform),
    ...(opensOwn ? [...otherRules, { '/': '/?*' }] : []),
  ]
}

/**
 * Also excludes the classes that stay in the browser, so that a reader of the file sees that this is intended.
 */
function classRules(platform: AppPlatform): object[] {
  const browserClasses = pathClasses.filter((pathClass) => !pathClass[platform])
  const appClasses = pathClasses.filter((pathClass) => pathClass[platform])
  return [
    ...browserClasses.map(({ letter }) => ({ '/': classPattern(letter), exclude: true })),
    ...appClasses.map(({ letter }) => ({ '/': classPattern(letter) })),
  ]
}

/** A host's association file, or why there is none. */
export type HostFile = { file: AssociationFile; reason: null } | { file: null; reason: AppLinksReason }

/**
 * Returns the association file of a host whose links belong to owners with these apps. An owner without apps (`null`)
 * matches no rule. If the others differ, there is no file: it would open links in another owner's app.
 */
export function findHostFile(
  platform: AppPlatform,
  apps: readonly (RegisteredApps | null)[],
  lookAlikes: readonly string[] = [],
): HostFile {
  const [first, ...others] = apps.filter((one) => one !== null)
  if (!first) return { file: null, reason: 'no-app' }
  const isUnambiguous = others.every((one) =>
    isDeepStrictEqual(seenBy(platform, one), seenBy(platform, first)),
  )
  if (!isUnambiguous) return { file: null, reason: 'several-projects' }
  const file = createAssociationFile(platform, first, lookAlikes)
  return file ? { file, reason: null } : { file: null, reason: 'no-app' }
}

/** What a platform's file says about apps. */
function seenBy(platform: AppPlatform, apps: RegisteredApps): unknown[] {
  return [apps[platform], apps.ownPaths?.[platform] ?? false]
}

import { createHash } from 'node:crypto'
import { maxAssociationBytes } from '../../contract/appLinks/fileJson.ts'
import type { AppPlatform } from '../../contract/appLinks/evaluate.ts'
import { classPattern, pathClasses } from './pathClass.ts'
import type { RegisteredApps } from '../store/projectTerms.ts'

/** An association file as it is served. */
export interface AssociationFile {
  text: string
  etag: string
}

/**
 * Returns a platform's association file, or `null` without an app. Its size depends on the apps and never on the number
 * of links, because a rule names a class of paths.
 */
export function createAssociationFile(platform: AppPlatform, apps: RegisteredApps): AssociationFile | null {
  if (apps[platform].length === 0) return null
  const text = JSON.stringify(platform === 'ios' ? appleFile(apps) : androidFile(apps))
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

/** Returns the larger size of both files in bytes, if it exceeds what Apple reads; `null` otherwise. */
export function excessiveSize(apps: RegisteredApps): number | null {
  const sizes = (['ios', 'android'] as const).map((platform) =>
    Buffer.byteLength(createAssociationFile(platform, apps)?.text ?? ''),
  )
  const size = Math.max(...sizes)
  return size > maxAssociationBytes ? size : null
}

/** Apple, "applinks.Details": the first component that matches decides, and links that match none stay in the browser. */
function appleFile({ ios }: RegisteredApps): object {
  const components = classRules('ios')
  return { applinks: { details: [{ appIDs: ios, components }] } }
}

const handleAllUrls = 'delegate_permission/common.handle_all_urls'

/** Google, "Digital Asset Links: statement list". Before Android 15, phones ignore the rules, and the manifest decides. */
function androidFile({ android }: RegisteredApps): object[] {
  const rules = { [handleAllUrls]: { dynamic_app_link_components: classRules('android') } }
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

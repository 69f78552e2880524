import { isDeepStrictEqual } from 'node:util'
import type { AppLinksReason } from '../../contract/service/appLinks/serviceHeader.ts'
import type { AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import type { RegisteredApps } from '../store/projects/projectTerms.ts'
import { createAssociationFile, type AssociationFile } from './associationFile.ts'

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

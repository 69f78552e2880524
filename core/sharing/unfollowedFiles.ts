import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'

/**
 * Shows a notice for each profile that followed a file of shared rules in an older version, and removes the file's path
 * from the settings. Resolves when they are saved. The profile keeps the rules that it had.
 */
export async function announceUnfollowedFiles(
  settings: Pick<SettingsFile, 'get' | 'change'>,
  notices: Pick<Notices, 'add'>,
): Promise<void> {
  const { profiles, sharing } = settings.get()
  const followed = profiles.flatMap(({ id, name }) => {
    const path = sharing[id]?.file?.path
    return path === undefined ? [] : [{ name, path }]
  })
  if (followed.length === 0) return
  for (const { name, path } of followed)
    notices.add(
      `“${name}” no longer follows a file`,
      `Its rules, presets and views are unchanged and are now your own. To take later changes of “${path}”, open the profile’s rules and choose Read a file.`,
    )
  await ignoreStorageProblem(
    settings.change((all) => ({
      ...all,
      sharing: Object.fromEntries(Object.entries(all.sharing).map(([id, { service }]) => [id, { service }])),
    })),
  )
}

import { ok } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'

/** Handles the calls about the links of a whole project. */
export function teamHandlers({ team, settings }: AppServices) {
  return {
    'team.state': async ({ profileId }) => ok(await team.state(profileId)),
    'team.read': async ({ profileId }) => {
      await team.read(profileId)
      return ok(await team.state(profileId))
    },
    'team.follow': async ({ profileId, isOn }) => {
      await settings.change((all) => {
        const others = all.unfollowedTeams.filter((id) => id !== profileId)
        return { ...all, unfollowedTeams: isOn ? others : [...others, profileId] }
      })
      if (isOn) team.touch(profileId)
      return ok(await team.state(profileId))
    },
  } satisfies Partial<Handlers>
}

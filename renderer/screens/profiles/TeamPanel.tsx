import { Group, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { UserPlus } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { TeamStatus } from '../../features/team/TeamStatus.tsx'
import { useTeam } from '../../api/team.ts'
import { useCallMutation } from '../../api/useCall.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { showProblem } from '../../api/offerUndo.ts'

/** Says whether a profile follows the links of its team, and invites colleagues. */
export function TeamPanel({ profile }: { profile: SavedProfile }) {
  const team = useTeam(profile.id)
  const follow = useCallMutation('team.follow')
  const [isInviting, { open, close }] = useDisclosure(false)
  if (profile.kind === 'embedded' || !team || (team.isOffered === false && team.readAt === null)) return null
  return (
    <PanelPart title="Team">
      <PanelText>
        Everyone with a key of this project can see and change its links. Stars, notes and the archive stay in
        your own library.
      </PanelText>
      <Switch
        label="Show the links that others make in this project"
        checked={team.isOn}
        onChange={({ currentTarget: { checked } }) =>
          follow.mutate({ profileId: profile.id, isOn: checked }, { onError: showProblem })
        }
      />
      <TeamStatus profileId={profile.id} />
      <Group>
        <ActionButton size="xs" icon={UserPlus} onClick={open}>
          Invite a colleague
        </ActionButton>
      </Group>
      {isInviting && <InviteDialog profile={profile} close={close} />}
    </PanelPart>
  )
}

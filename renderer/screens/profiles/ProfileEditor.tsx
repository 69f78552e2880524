import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CopyPlus, Download, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ServiceForm } from '../../features/connect/ServiceForm.tsx'
import { KeyPanel } from '../../features/keys/KeyPanel.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useSwitchProfile } from '../../api/profiles.ts'
import { saveFile } from '../../ui/saveFile.ts'
import { useSession } from '../../session/Session.tsx'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { ConfirmedSchemes } from './ConfirmedSchemes.tsx'
import { LinkDomains } from './LinkDomains.tsx'
import { RulesPanel } from './RulesPanel.tsx'
import { TeamPanel } from './TeamPanel.tsx'
import { RemoveProfile } from './RemoveProfile.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'

/** Edits a profile, or a new one if `profile` is `null`. */
export function ProfileEditor({ profile }: { profile: SavedProfile | null }) {
  const { state, current } = useSession()
  const [, go] = useLocation()
  // Changes of a profile that was just removed are not asked about.
  const isRemoved = useRef(false)
  // The form of a new service ends below, where its profile then opens.
  const head = useScrollIntoView<HTMLDivElement>()
  return (
    <Stack
      component="section"
      gap={20}
      flex={1}
      miw={0}
      maw="var(--measure)"
      aria-labelledby="profile-heading"
    >
      <Group ref={head} component="header" gap={10} wrap="nowrap">
        {profile && <ProfileTile profile={profile} />}
        <Text component="h2" id="profile-heading" fz="lg" fw={600} truncate>
          {profile?.name ?? 'Connect to a service'}
        </Text>
        {profile && <UseProfile profile={profile} />}
      </Group>
      <ServiceForm
        keyStore={state.keyStore}
        profile={profile}
        others={state.profiles}
        environment={profile?.id === current.profile.id ? current.environment : 'development'}
        saveLabel={profile ? 'Save' : 'Connect'}
        done={(saved) => go(`/profiles/${saved}`)}
        isObsolete={() => isRemoved.current}
      />
      {profile && (
        <>
          <KeyPanel profile={profile} keyStore={state.keyStore} />
          <LinkDomains profile={profile} />
          <TeamPanel profile={profile} />
          <RulesPanel profile={profile} />
          <ConfirmedSchemes profile={profile} />
          <ProfileActions profile={profile} removed={() => (isRemoved.current = true)} />
        </>
      )}
    </Stack>
  )
}

function ProfileActions({ profile, removed }: { profile: SavedProfile; removed: () => void }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const [, go] = useLocation()
  const duplicate = useCallMutation('profiles.duplicate')
  const download = useCallMutation('profiles.export', { onSuccess: saveFile })
  const problem = duplicate.error?.problem ?? download.error?.problem
  return (
    <Stack gap="sm" pt="md" style={{ borderTop: '1px solid var(--line)' }}>
      <Group gap="xs">
        <ActionButton
          size="xs"
          icon={CopyPlus}
          onClick={() =>
            duplicate.mutate({ id: profile.id }, { onSuccess: ({ id }) => go(`/profiles/${id}`) })
          }
        >
          Duplicate
        </ActionButton>
        {profile.kind === 'remote' && (
          <ActionButton size="xs" icon={Download} onClick={() => download.mutate({ ids: [profile.id] })}>
            Export
          </ActionButton>
        )}
        {!profile.managed && (
          <ActionButton
            ml="auto"
            c="var(--bad-text)"
            variant="subtle"
            color="red"
            size="xs"
            icon={Trash2}
            onClick={open}
          >
            Remove this profile
          </ActionButton>
        )}
      </Group>
      {problem && <ProblemView problem={problem} />}
      {confirming && <RemoveProfile profile={profile} close={close} removed={removed} />}
    </Stack>
  )
}

/** Shows whether this profile is active, or a button to activate it in development, where mistakes are harmless. */
function UseProfile({ profile }: { profile: SavedProfile }) {
  const { current } = useSession()
  const switchTo = useSwitchProfile()
  if (profile.id === current.profile.id) return <Badge tone="good">In use</Badge>
  const use = () => switchTo.mutate({ id: profile.id, environment: 'development' })
  return (
    <Button size="compact-xs" variant="default" flex="none" onClick={use}>
      Use this profile
    </Button>
  )
}

import { Flex, Stack } from '@mantine/core'
import { useLocation, useParams } from 'wouter'
import { windowPaths } from '../../../contract/app/window/windowPath.ts'
import { TryLocalCard } from '../../features/connect/TryLocalCard.tsx'
import { useSession } from '../../session/Session.tsx'
import { ListActions } from './ListActions.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { ProfileList } from './ProfileList.tsx'
import { ReportScreen } from './report/ReportScreen.tsx'
import { RulesScreen } from './rules/RulesScreen.tsx'

/** Shows the profiles with their keys, and adds new ones. */
export default function ProfilesScreen() {
  const { id, part } = useParams<{ id?: string; part?: string }>()
  const { state, current } = useSession()
  const [path, go] = useLocation()
  // An invitation's dialog opens above the profile in use.
  const selectedId = (path === windowPaths.invitation ? undefined : id) ?? current.profile.id
  const selected = state.profiles.find((profile) => profile.id === selectedId) ?? null
  const hasEmbedded = state.profiles.some(({ kind }) => kind === 'embedded')
  if (selected && part === 'rules') return <RulesScreen profile={selected} />
  if (selected && part === 'report') return <ReportScreen key={selected.id} profile={selected} />
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 24, md: 36 }} p="var(--gutter)">
      <Stack gap="sm" flex="none" w={{ sm: 250, md: 340 }}>
        <ProfileList selected={selected} />
        <ListActions canExport={state.profiles.some(({ kind }) => kind === 'remote')} />
        {!hasEmbedded && <TryLocalCard keyStore={state.keyStore} done={() => go('/create')} />}
      </Stack>
      <ProfileEditor key={selected?.id ?? 'new'} profile={selected} />
    </Flex>
  )
}

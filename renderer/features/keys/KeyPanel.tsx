import { Group, Text } from '@mantine/core'
import { KeyRound, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { PanelPart } from '../../ui/PanelPart.tsx'
import { KeyEntry } from './KeyEntry.tsx'
import { RemoveKey } from './RemoveKey.tsx'
import { describeKeyLocation, describeManagedKey } from './keyLocationText.ts'
import { SmallButton } from '../../ui/variants.ts'

interface KeyPanelProps {
  profile: SavedProfile
  keyStore: KeyStoreState
}

/** Shows where a saved profile's key is stored, and sets, replaces or removes it. */
export function KeyPanel({ profile, keyStore }: KeyPanelProps) {
  return (
    <PanelPart title="Project key">
      {profile.kind === 'embedded' ? (
        <Group gap="xs" mih={30}>
          <KeyRound size={16} color="var(--good-text)" />
          <Text inherit flex="1 1 200px">
            {describeManagedKey(profile.key, keyStore)}. You don’t need to enter or save it.
          </Text>
        </Group>
      ) : (
        <ReplaceableKey profile={profile} keyStore={keyStore} />
      )}
    </PanelPart>
  )
}

function ReplaceableKey({ profile, keyStore }: KeyPanelProps) {
  const [action, setAction] = useState<'replace' | 'remove' | null>(null)
  const [isVerified, setVerified] = useState(false)
  const missing = profile.key === 'none'
  const endAction = () => setAction(null)
  const onSaved = (wasVerified: boolean) => {
    setVerified(wasVerified)
    endAction()
  }
  const words = describeKeyLocation(profile.key, keyStore)
  return (
    <>
      <Group gap="xs" mih={30}>
        {missing ? (
          <ShieldAlert size={16} color="var(--warn-text)" />
        ) : (
          <KeyRound size={16} color="var(--good-text)" />
        )}
        <Text inherit flex="1 1 200px" role="status">
          {isVerified && !missing ? `${words}. The service accepted it.` : words}
        </Text>
        {!missing && action === null && (
          <>
            <SmallButton onClick={() => setAction('replace')}>Replace</SmallButton>
            <SmallButton onClick={() => setAction('remove')}>Remove key</SmallButton>
          </>
        )}
      </Group>
      {(missing || action === 'replace') && (
        <KeyEntry profile={profile} keyStore={keyStore} cancel={missing ? null : endAction} done={onSaved} />
      )}
      {!missing && action === 'remove' && <RemoveKey profile={profile} done={endAction} />}
    </>
  )
}

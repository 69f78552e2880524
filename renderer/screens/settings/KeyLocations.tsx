import { Anchor, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { KeyStorage } from '../../../contract/app/calls/profiles/keys.ts'
import { RemoveKey } from '../../features/keys/RemoveKey.tsx'
import { describeKeyLocation, describeManagedKey } from '../../features/keys/keyLocationText.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { useSession } from '../../session/Session.tsx'
import { QuietText, SmallButton } from '../../ui/variants.ts'

type Entry = KeyStorage['keys'][number]

/** Lists where each profile's key is stored, and its account name in the system's key store. */
export function KeyLocations({ keys, store }: Pick<KeyStorage, 'keys' | 'store'>) {
  const { state } = useSession()
  const [activeEntry, setActiveEntry] = useState<Entry | null>(null)
  const isEmbedded = ({ profileId }: Entry) =>
    state.profiles.some(({ id, kind }) => id === profileId && kind === 'embedded')
  return (
    <>
      <PanelList>
        {keys.map((entry) => (
          <li key={entry.profileId}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} align="flex-start" miw={0} c="dimmed" fz="sm">
                <Anchor component={Link} href={`/profiles/${entry.profileId}`} c="var(--text)" fw={550}>
                  {entry.profileName}
                </Anchor>
                <span>
                  {(isEmbedded(entry) ? describeManagedKey : describeKeyLocation)(entry.location, store)}
                </span>
                {entry.location === 'keychain' && (
                  <Group gap={6} wrap="nowrap" maw="100%">
                    Account
                    <QuietText component="code" fz="xs" truncate>
                      {entry.account}
                    </QuietText>
                    <CopyIcon text={entry.account} label={`Copy the account of ${entry.profileName}`} />
                  </Group>
                )}
              </Stack>
              <KeyAction entry={entry} isEmbedded={isEmbedded(entry)} ask={() => setActiveEntry(entry)} />
            </Group>
          </li>
        ))}
      </PanelList>
      {activeEntry && (
        <RemoveKey
          key={activeEntry.profileId}
          profile={{ id: activeEntry.profileId, name: activeEntry.profileName }}
          done={() => setActiveEntry(null)}
        />
      )}
    </>
  )
}

/** The app manages the local service's key and recreates it if missing. */
function KeyAction({ entry, isEmbedded, ask }: { entry: Entry; isEmbedded: boolean; ask: () => void }) {
  const { profileId, profileName, location } = entry
  if (isEmbedded) return null
  if (location !== 'none') {
    return (
      <SmallButton aria-label={`Remove the key of ${profileName}`} onClick={ask}>
        Remove
      </SmallButton>
    )
  }
  return (
    <SmallButton
      component={Link}
      href={`/profiles/${profileId}`}
      aria-label={`Enter a key for ${profileName}`}
    >
      Enter a key
    </SmallButton>
  )
}

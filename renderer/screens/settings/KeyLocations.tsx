import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { KeyStorage } from '../../../contract/app/calls/profiles/keys.ts'
import { RemoveKey } from '../../features/keys/RemoveKey.tsx'
import { describeKeyLocation, describeManagedKey } from '../../features/keys/keyLocationText.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { PanelList } from '../../ui/PanelPart.tsx'
import { useSession } from '../../session/Session.tsx'
import styles from './settings.module.css'

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
          <li key={entry.profileId} className={styles['key']}>
            <Stack className={styles['keyNames']} component="span" gap={0} miw={0}>
              <Link href={`/profiles/${entry.profileId}`}>{entry.profileName}</Link>
              <span>
                {(isEmbedded(entry) ? describeManagedKey : describeKeyLocation)(entry.location, store)}
              </span>
              {entry.location === 'keychain' && (
                <span>
                  Account <code>{entry.account}</code>
                  <CopyIcon text={entry.account} label={`Copy the account of ${entry.profileName}`} />
                </span>
              )}
            </Stack>
            <KeyAction entry={entry} isEmbedded={isEmbedded(entry)} ask={() => setActiveEntry(entry)} />
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
      <Button size="xs" variant="default" aria-label={`Remove the key of ${profileName}`} onClick={ask}>
        Remove
      </Button>
    )
  }
  return (
    <Button
      component={Link}
      href={`/profiles/${profileId}`}
      size="xs"
      variant="default"
      aria-label={`Enter a key for ${profileName}`}
    >
      Enter a key
    </Button>
  )
}

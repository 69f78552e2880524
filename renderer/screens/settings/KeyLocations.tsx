import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { KeyStorage } from '../../../contract/app/calls/profiles/keys.ts'
import { describeKeyLocation, describeManagedKey } from '../../features/keys/keyLocationText.ts'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { PanelList, PanelText } from '../../ui/PanelPart.tsx'
import { useSession } from '../../session/Session.tsx'

type Entry = KeyStorage['keys'][number]

/** Lists where each profile's key is stored, and its account name in the system's key store. */
export function KeyLocations({ keys, store }: Pick<KeyStorage, 'keys' | 'store'>) {
  const { profiles } = useSession().state
  const describe = ({ profileId, location }: Entry) => {
    const isEmbedded = profiles.some(({ id, kind }) => id === profileId && kind === 'embedded')
    return (isEmbedded ? describeManagedKey : describeKeyLocation)(location, store)
  }
  return (
    <>
      <PanelText>Open a profile to enter, replace or remove its key.</PanelText>
      <PanelList>
        {keys.map((entry) => (
          <Stack key={entry.profileId} component="li" gap={0} align="flex-start" c="dimmed" fz="sm">
            <Anchor component={Link} href={`/profiles/${entry.profileId}`} c="var(--text)" fw={550}>
              {entry.profileName}
            </Anchor>
            <span>{describe(entry)}</span>
            {entry.location === 'keychain' && (
              <Group gap={6} wrap="nowrap" maw="100%">
                Account
                <Text component="code" fz="xs" c="dimmed" truncate>
                  {entry.profileId}
                </Text>
                <CopyIcon text={entry.profileId} label={`Copy the account of ${entry.profileName}`} />
              </Group>
            )}
          </Stack>
        ))}
      </PanelList>
    </>
  )
}

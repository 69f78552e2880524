import { Box, CloseButton, Flex, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { IconLine } from '../../ui/IconLine.tsx'
import { KeyEntry } from './KeyEntry.tsx'

interface KeyMissingProps {
  profile: SavedProfile
  keyStore: KeyStoreState
  close: () => void
}

/** Asks for a missing key before the user fills in a form that needs it. */
export default function KeyMissing({ profile, keyStore, close }: KeyMissingProps) {
  return (
    <Flex
      component="section"
      pos="relative"
      direction={{ base: 'column', sm: 'row' }}
      gap="12px 32px"
      flex="none"
      pl="var(--gutter)"
      pr={48}
      py={14}
      bg="var(--warn-ground)"
      style={{ borderBottom: '1px solid var(--warn-line)' }}
      aria-labelledby="key-missing-heading"
    >
      <IconLine
        icon={KeyRound}
        size={16}
        gap={10}
        iconColor="var(--warn-text)"
        flex={{ sm: '5 1 220px' }}
        maw={480}
      >
        <h2 id="key-missing-heading">Enter the project key for “{profile.name}”</h2>
        <Text fz="sm" mt={2}>
          {profile.key === 'none'
            ? 'There’s no key for it on this computer. Without one, you can draft links but not create or look them up.'
            : 'Its key is in a key store that can’t be reached right now. Enter the key again, or go to Settings → Key storage to fix the store.'}
        </Text>
      </IconLine>
      <CloseButton pos="absolute" top={8} right={8} aria-label="Hide the request for a key" onClick={close} />
      <Box flex={{ sm: '6 1 280px' }} maw={480}>
        <KeyEntry
          key={profile.id}
          profile={profile}
          keyStore={keyStore}
          cancel={null}
          done={() => undefined}
        />
      </Box>
    </Flex>
  )
}

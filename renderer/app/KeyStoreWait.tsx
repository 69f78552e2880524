import { Flex, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { cancelKeyWait, useKeyStoreWait } from '../api/keyWait.ts'
import { SmallButton } from '../ui/variants.ts'

/**
 * Shows that the system's key store is blocking the app, with a button to cancel, because its prompt may be hidden or
 * gone.
 */
export function KeyStoreWait() {
  const name = useKeyStoreWait()
  if (name === null) return null
  return (
    // It blocks everything, so it is shown above all screens.
    <Flex
      pos="fixed"
      top={12}
      left="50%"
      gap="sm"
      align="center"
      w="min(560px, calc(100vw - 32px))"
      p="10px 12px 10px 14px"
      bg="var(--raised)"
      bd="1px solid var(--line)"
      bdrs={10}
      style={{ zIndex: 400, boxShadow: 'var(--shadow)', transform: 'translateX(-50%)' }}
      role="alert"
    >
      <KeyRound size={17} />
      <Text flex={1} fz="sm">
        <strong>Waiting for {name}</strong>
        <br />
        It may be asking for a password in another window.
      </Text>
      <SmallButton onClick={cancelKeyWait}>Stop waiting</SmallButton>
    </Flex>
  )
}

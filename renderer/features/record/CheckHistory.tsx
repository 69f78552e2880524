import { Box, Flex, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatTime } from '../../ui/formatTime.ts'
import { useCall } from '../../api/useCall.ts'
import { checkSentence } from './checkSentence.ts'

/** Number of checks shown at first. */
const initialCount = 3

/** Shows the results of a link's checks in plain words, newest first. Renders nothing before the first check. */
export function CheckHistory({ id }: { id: string }) {
  const checks = useCall('checks.history', { id }).data ?? []
  const [isExpanded, { toggle }] = useDisclosure(false)
  if (checks.length === 0) return null
  return (
    <section aria-labelledby="group-checks">
      <Box component="h3" id="group-checks" mb={6}>
        Checks
      </Box>
      <Stack component="ol" gap={4} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {(isExpanded ? checks : checks.slice(0, initialCount)).map((check) => (
          <Flex key={check.firstAt} component="li" direction={{ base: 'column', xs: 'row' }} gap="2px 12px">
            <Text component="time" inherit flex="none" w="11em" c="dimmed" dateTime={check.lastAt}>
              {formatTime(check.lastAt)}
            </Text>
            <span>{checkSentence(check)}</span>
          </Flex>
        ))}
      </Stack>
      {checks.length > initialCount && (
        <UnstyledButton mt={6} c="var(--accent-text)" fz="sm" aria-expanded={isExpanded} onClick={toggle}>
          {isExpanded ? 'Show fewer' : `Show ${checks.length - initialCount} earlier`}
        </UnstyledButton>
      )}
    </section>
  )
}

import { Box, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCallMutation } from '../../api/useCall.ts'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { showProblem } from '../../api/offerUndo.ts'
import { QuietText, SmallButton } from '../../ui/variants.ts'

/** Says how long requests are kept, exports them, and removes them after a question. */
export function Housekeeping({ isEmpty }: { isEmpty: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const clear = useCallMutation('activity.clear')
  return (
    <BottomBar
      gap="10px 16px"
      wrap="wrap"
      mt="auto"
      mx="calc(10px - var(--gutter))"
      px="var(--gutter)"
      py={10}
    >
      {!isEmpty && <QuietText>The last 500 requests are kept until you quit Linkwright.</QuietText>}
      <SupportBundle />
      {!isEmpty && !confirming && (
        <Button size="xs" variant="subtle" color="red" ml="auto" c="var(--bad-text)" onClick={open}>
          Remove all
        </Button>
      )}
      {confirming && (
        <Box flex="1 1 100%">
          <Callout
            tone="warn"
            role="alert"
            title="Remove all requests?"
            actions={
              <>
                <Button
                  size="xs"
                  color="red"
                  loading={clear.isPending}
                  onClick={() => clear.mutate({}, { onSuccess: close, onError: showProblem })}
                >
                  Remove all
                </Button>
                <SmallButton onClick={close}>Keep them</SmallButton>
              </>
            }
          >
            <p>Your links aren’t affected. This can’t be undone.</p>
          </Callout>
        </Box>
      )}
    </BottomBar>
  )
}

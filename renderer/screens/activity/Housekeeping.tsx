import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCallMutation } from '../../api/useCall.ts'
import { SupportBundle } from '../../features/support/SupportBundle.tsx'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Question } from '../../ui/Question.tsx'
import { showProblem } from '../../api/offerUndo.ts'
import { QuietText } from '../../ui/variants.ts'

/** Says how long requests are kept, exports them, and removes them after a question. */
export function Housekeeping({ isEmpty }: { isEmpty: boolean }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const clear = useCallMutation('activity.clear')
  const removeAll = () => clear.mutate({}, { onSuccess: close, onError: showProblem })
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
      {!isEmpty && (
        <Button size="xs" variant="subtle" color="red" ml="auto" c="var(--bad-text)" onClick={open}>
          Remove all
        </Button>
      )}
      {confirming && (
        <Question
          title="Remove all requests?"
          close={close}
          main={{ label: 'Remove all', isRed: true, isPending: clear.isPending, choose: removeAll }}
          other={{ label: 'Keep them' }}
        >
          Your links aren’t affected. This can’t be undone.
        </Question>
      )}
    </BottomBar>
  )
}

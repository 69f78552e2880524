import { Button, Group, Modal, Stack } from '@mantine/core'
import { useSchemeQuestion, type SchemeQuestion } from '../api/schemeQuestion.ts'
import { formatCount } from '../ui/formatCount.ts'
import { useSession } from './Session.tsx'
import styles from './leaving.module.css'

/** Asks before anything is sent that leads to schemes that were never confirmed for its profile (decision 28). */
export function ConfirmSchemes() {
  const question = useSchemeQuestion()
  return question && <Question {...question} />
}

function Question({ profileId, schemes, answer }: SchemeQuestion) {
  const profile = useSession().state.profiles.find(({ id }) => id === profileId)
  const isOfMany = schemes.some(({ requests }) => requests > 1)
  const cancel = () => answer(false)
  return (
    <Modal
      opened
      onClose={cancel}
      title="Are these destinations right?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <p>
          Addresses of these kinds open an app or a program on the visitor’s device. They haven’t been
          confirmed for the profile “{profile?.name ?? profileId}” yet:
        </p>
        <ul className={styles['schemes']}>
          {schemes.map(({ scheme, requests }) => (
            <li key={scheme}>
              <code>{scheme}</code>
              {isOfMany && ` in ${formatCount(requests, 'row')}`}
            </li>
          ))}
        </ul>
        <p>Nothing has been sent. After you confirm, this profile can use them without being asked again.</p>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" data-autofocus onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={() => answer(true)}>Confirm and send</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Box, Stack } from '@mantine/core'
import { schemeQuestions, type SchemeQuestion } from '../api/schemeQuestion.ts'
import { formatCount } from '../ui/formatCount.ts'
import { Question } from '../ui/Question.tsx'
import { useSession } from './Session.tsx'

/** Asks before anything is sent that leads to schemes that were never confirmed for its profile (decision 28). */
export function ConfirmSchemes() {
  const [question] = schemeQuestions.use()
  return question && <SchemesQuestion {...question} />
}

function SchemesQuestion({ profileId, schemes, answer }: SchemeQuestion) {
  const profile = useSession().state.profiles.find(({ id }) => id === profileId)
  const isOfMany = schemes.some(({ requests }) => requests > 1)
  return (
    <Question
      title="Are these destinations right?"
      close={() => answer(false)}
      main={{ label: 'Confirm and send', choose: () => answer(true) }}
    >
      <Stack gap="md">
        <p>
          Addresses of these kinds open an app or a program on the visitor’s device. They haven’t been
          confirmed for the profile “{profile?.name ?? profileId}” yet:
        </p>
        <Box
          component="ul"
          mah="30vh"
          style={{ overflow: 'auto', overflowWrap: 'anywhere', listStyle: 'disc' }}
        >
          {schemes.map(({ scheme, requests }) => (
            <li key={scheme}>
              <code>{scheme}</code>
              {isOfMany && ` in ${formatCount(requests, 'row')}`}
            </li>
          ))}
        </Box>
        <p>Nothing has been sent. After you confirm, this profile can use them without being asked again.</p>
      </Stack>
    </Question>
  )
}

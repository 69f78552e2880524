import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useContext } from 'react'
import { OutcomeList, type OutcomesProps } from './OutcomeList.tsx'
import { UserAgentField, type UserAgentFieldProps } from './UserAgentField.tsx'
import { SessionContext } from '../../session/Session.tsx'
import { FoldToggle } from '../../ui/FoldToggle.tsx'

/** Shows the outcomes for each kind of visitor, and for developers a field to try any user agent. */
export function Outcomes({ rules, defaults, hasApp, app }: OutcomesProps) {
  const developer = useContext(SessionContext)?.state.developer
  return (
    <div>
      <OutcomeList rules={rules} defaults={defaults} hasApp={hasApp} app={app} />
      {developer && <UserAgentTrial rules={rules} defaults={defaults} />}
    </div>
  )
}

/** Offers to show what a particular browser gets. */
function UserAgentTrial(props: UserAgentFieldProps) {
  const [open, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="xs" pt="xs">
      <FoldToggle open={open} toggle={toggle}>
        Test another browser or device
      </FoldToggle>
      {open && <UserAgentField {...props} />}
    </Stack>
  )
}

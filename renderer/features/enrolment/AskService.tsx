import { Button, Group, Stack } from '@mantine/core'
import type { OpenedInvitation } from '../../../contract/app/calls/profiles/enrolment.ts'
import { FieldList } from '../../ui/FieldList.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import type { CallMutation } from '../../api/useCall.ts'

interface AskServiceProps {
  invitation: OpenedInvitation
  check: CallMutation<'enrolment.check'>
  cancel: () => void
}

/** Asks before contacting the service, because an invitation on a page or in a message can name any address. */
export function AskService({ invitation: { id, service, profiles }, check, cancel }: AskServiceProps) {
  return (
    <Stack gap="md">
      <p>
        Nothing has been sent yet. Continue only if you expected an invitation to this service, which will see
        that you opened it.
      </p>
      <FieldList
        rows={[
          { name: 'Service', value: URL.parse(service)?.host ?? service },
          { name: 'Address', value: service },
          {
            name: 'Your profiles there',
            value: profiles.length > 0 ? profiles.map(({ name }) => name).join(', ') : 'None yet',
          },
        ]}
      />
      {check.error && <ProblemView problem={check.error.problem} />}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" data-autofocus autoFocus onClick={cancel}>
          Cancel
        </Button>
        <Button loading={check.isPending} onClick={() => check.mutate({ id })}>
          Continue
        </Button>
      </Group>
    </Stack>
  )
}

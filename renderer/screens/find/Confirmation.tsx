import { CircleCheck, LibraryBig, TriangleAlert } from 'lucide-react'
import { Group, Loader } from '@mantine/core'
import { Elapsed } from '../../ui/Elapsed.tsx'

/** Whether the service has confirmed the shown link. */
export type Confirmed = 'asking' | 'confirmed' | 'missing' | 'unanswered'

interface ConfirmationProps {
  confirmed: Confirmed
  inLibrary: boolean
  /** Stops waiting for the service. */
  cancel: () => void
}

/** Shows where the result comes from: the service, or the library until the service confirms it. */
export function Confirmation({ confirmed, inLibrary, cancel }: ConfirmationProps) {
  const { icon, text } = describeConfirmation(confirmed, inLibrary)
  return (
    <Group gap="xs" c="dimmed" fz="sm">
      <Group gap="xs" wrap="nowrap" role="status">
        {icon}
        <span>{text}</span>
      </Group>
      {confirmed === 'asking' && <Elapsed cancel={cancel} />}
    </Group>
  )
}

function describeConfirmation(confirmed: Confirmed, inLibrary: boolean) {
  switch (confirmed) {
    case 'asking':
      return { icon: <Loader size={14} aria-hidden />, text: 'From your library. Asking the service…' }
    case 'confirmed':
      return {
        icon: <CircleCheck size={15} color="var(--good-text)" aria-hidden />,
        text: inLibrary
          ? 'In your library, and confirmed by the service.'
          : 'Confirmed by the service. Not in your library.',
      }
    case 'missing':
      return {
        icon: <TriangleAlert size={15} color="var(--warn-text)" aria-hidden />,
        text: 'From your library. The service doesn’t have this link.',
      }
    case 'unanswered':
      return {
        icon: <LibraryBig size={15} aria-hidden />,
        text: 'From your library. Not confirmed by the service.',
      }
  }
}

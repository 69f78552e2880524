import { CircleCheck, LibraryBig, TriangleAlert } from 'lucide-react'
import { Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
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
  const { icon, text } = notes[confirmed]
  const isUnlisted = confirmed === 'confirmed' && !inLibrary
  return (
    <Group gap="xs" c="dimmed" fz="sm">
      <Group gap="xs" wrap="nowrap" role="status">
        {icon}
        <span>{isUnlisted ? 'Confirmed by the service. Not in your library.' : text}</span>
      </Group>
      {confirmed === 'asking' && <Elapsed cancel={cancel} />}
    </Group>
  )
}

const notes: Record<Confirmed, { icon: ReactNode; text: string }> = {
  asking: { icon: <Loader size={14} aria-hidden />, text: 'From your library. Asking the service…' },
  confirmed: {
    icon: <CircleCheck size={15} color="var(--good-text)" />,
    text: 'In your library, and confirmed by the service.',
  },
  missing: {
    icon: <TriangleAlert size={15} color="var(--warn-text)" />,
    text: 'From your library. The service doesn’t have this link.',
  },
  unanswered: {
    icon: <LibraryBig size={15} />,
    text: 'From your library. Not confirmed by the service.',
  },
}

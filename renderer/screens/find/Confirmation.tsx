import { CircleCheck, LibraryBig, TriangleAlert } from 'lucide-react'
import { Loader } from '@mantine/core'
import { Elapsed } from '../../ui/Elapsed.tsx'
import styles from './find.module.css'

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
    <div className={styles['confirmation']} data-tone={confirmed}>
      <p role="status">
        {icon}
        <span>{text}</span>
      </p>
      {confirmed === 'asking' && <Elapsed cancel={cancel} />}
    </div>
  )
}

function describeConfirmation(confirmed: Confirmed, inLibrary: boolean) {
  switch (confirmed) {
    case 'asking':
      return { icon: <Loader size={14} aria-hidden />, text: 'From your library. Asking the service…' }
    case 'confirmed':
      return {
        icon: <CircleCheck size={15} aria-hidden />,
        text: inLibrary
          ? 'In your library, and confirmed by the service.'
          : 'Confirmed by the service. Not in your library.',
      }
    case 'missing':
      return {
        icon: <TriangleAlert size={15} aria-hidden />,
        text: 'From your library. The service doesn’t have this link.',
      }
    case 'unanswered':
      return {
        icon: <LibraryBig size={15} aria-hidden />,
        text: 'From your library. Not confirmed by the service.',
      }
  }
}

import { CircleCheck, LibraryBig, TriangleAlert } from 'lucide-react'
import { Loader } from '@mantine/core'
import styles from './find.module.css'

/** Whether the service has confirmed the shown link. */
export type Confirmed = 'asking' | 'confirmed' | 'missing' | 'unanswered'

/** Says where the result comes from: the service, or the library until the service confirms it. */
export function Confirmation({ confirmed, inLibrary }: { confirmed: Confirmed; inLibrary: boolean }) {
  const { icon, text } = lineOf(confirmed, inLibrary)
  return (
    <p role="status" className={styles['confirmation']} data-tone={confirmed}>
      {icon}
      <span>{text}</span>
    </p>
  )
}

function lineOf(confirmed: Confirmed, inLibrary: boolean) {
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

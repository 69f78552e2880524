import { Button } from '@mantine/core'
import { BookmarkPlus } from 'lucide-react'
import { useAddLink } from '../../api/collection.ts'
import type { AskedPlace } from '../../../contract/windowPath.ts'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { showToast } from '../../ui/toast.ts'

/** Keeps a link that was made elsewhere in the library. */
export function AddToLibrary({ path, place }: { path: string; place: AskedPlace }) {
  const add = useAddLink()
  const begin = () =>
    add.mutate(
      { ...place, path },
      {
        onSuccess: () => showToast({ role: 'status', message: 'Added to your links' }),
        onError: ({ problem }) => sayProblem(problem),
      },
    )
  return (
    <Button
      variant="default"
      loading={add.isPending}
      leftSection={<BookmarkPlus size={15} aria-hidden />}
      onClick={begin}
    >
      Add to library
    </Button>
  )
}

import { Button } from '@mantine/core'
import { FileText } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { sheetPath } from '../../../link/sheetPath.ts'
import { toQuery } from '../view/viewQuery.ts'

/** Opens the sheet of the shown links. Hidden unless the view is filtered by campaign. */
export const SheetButton = memo(function SheetButton({ view }: { view: LibraryView }) {
  if (view.campaign.length === 0) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      component={Link}
      href={sheetPath(toQuery(view))}
      leftSection={<FileText size={13} aria-hidden />}
    >
      Campaign sheet
    </Button>
  )
})

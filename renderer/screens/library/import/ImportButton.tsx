import { Button } from '@mantine/core'
import { Upload } from 'lucide-react'
import { memo } from 'react'

/** Shows the button that opens the import. */
export const ImportButton = memo(function ImportButton({ open }: { open: () => void }) {
  return (
    <Button variant="default" leftSection={<Upload size={15} />} onClick={open}>
      Import…
    </Button>
  )
})

import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'

/** Returns the state of a dialog whose code loads on first use: render it once `wasOpened`. */
export function useLazyDialog() {
  const [opened, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    open()
  }
  return { opened, wasOpened, show, close }
}

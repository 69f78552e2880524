; Registers linkwright: links for whom the app is installed, so that an invitation opens it before its first start.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\linkwright" "" "URL:Linkwright"
  WriteRegStr SHELL_CONTEXT "Software\Classes\linkwright" "URL Protocol" ""
  ; After "--", nothing in an address is parsed as a switch.
  WriteRegStr SHELL_CONTEXT "Software\Classes\linkwright\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

; Only a real uninstall removes it, no update. Earlier versions registered it for each person at their start.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\linkwright"
    DeleteRegKey HKCU "Software\Classes\linkwright"
  ${endIf}
!macroend

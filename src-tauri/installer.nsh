; Hooks of Tauri's NSIS installer. `scripts/check-installer` runs them under Wine.
;
; Tauri's template makes Duiyi the default program of each file type and keeps the earlier default in a value beside it.
; Alone it would
; - take PGN and SGF from other programs, although the configuration ranks them as "Alternate",
; - lose the earlier default with the second installation,
; - leave an empty default behind, which hides that of the whole machine,
; - undo a default that a person chose after the installation,
; - fail to replace or remove the terminal program while another program uses it as an engine.

!include LogicLib.nsh

; Each type of the configuration: its extension, its class (`name`), and whether another program may stay its default.
!macro EACH_FILE_TYPE DO
  !insertmacro ${DO} pgn Duiyi.pgn 1
  !insertmacro ${DO} sgf Duiyi.sgf 1
  !insertmacro ${DO} xqf Duiyi.xqf 0
  !insertmacro ${DO} cbl Duiyi.cbl 0
  !insertmacro ${DO} cbf Duiyi.cbf 0
  !insertmacro ${DO} psq Duiyi.psq 0
!macroend

!macro SET_DEFAULT EXT CLASS
  ${If} ${CLASS} == ""
    DeleteRegValue SHCTX "Software\Classes\.${EXT}" ""
  ${Else}
    WriteRegStr SHCTX "Software\Classes\.${EXT}" "" ${CLASS}
  ${EndIf}
!macroend

; Undoes an earlier installation, so that the template keeps the default of another program, not ours.
!macro BEFORE_ASSOCIATION EXT CLASS IS_ALTERNATE
  ReadRegStr $R8 SHCTX "Software\Classes\.${EXT}" ""
  ${If} $R8 == ${CLASS}
    ReadRegStr $R9 SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup"
    !insertmacro SET_DEFAULT ${EXT} $R9
  ${EndIf}
!macroend

; Offers Duiyi under "Open with", and gives the type back to the other program where one has it.
!macro AFTER_ASSOCIATION EXT CLASS IS_ALTERNATE
  WriteRegStr SHCTX "Software\Classes\.${EXT}\OpenWithProgids" "${CLASS}" ""
  ; The template leaves the path of the program without quotation marks; the folder of a user may have a space.
  WriteRegStr SHCTX "Software\Classes\${CLASS}\shell\open\command" "" '"$INSTDIR\${MAINBINARYNAME}.exe" "%1"'
  !if ${IS_ALTERNATE} = 1
    ReadRegStr $R8 SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup"
    ReadRegStr $R9 HKLM "Software\Classes\.${EXT}" ""
    ${If} "$R8$R9" != ""
      !insertmacro SET_DEFAULT ${EXT} $R8
    ${EndIf}
  !endif
!macroend

; The template brings the kept default back: the present one, if it is no longer ours.
!macro BEFORE_REMOVAL EXT CLASS IS_ALTERNATE
  ReadRegStr $R8 SHCTX "Software\Classes\.${EXT}" ""
  ${If} $R8 != ${CLASS}
    WriteRegStr SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup" $R8
  ${EndIf}
!macroend

; Removes each value of ours, and the keys that have become empty.
!macro AFTER_REMOVAL EXT CLASS IS_ALTERNATE
  DeleteRegValue SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup"
  DeleteRegValue SHCTX "Software\Classes\.${EXT}\OpenWithProgids" "${CLASS}"
  ReadRegStr $R8 SHCTX "Software\Classes\.${EXT}" ""
  !insertmacro SET_DEFAULT ${EXT} $R8
  !insertmacro DELETE_EMPTY_KEY "Software\Classes\.${EXT}\OpenWithProgids"
  !insertmacro DELETE_EMPTY_KEY "Software\Classes\.${EXT}"
!macroend

!macro DELETE_EMPTY_KEY KEY
  ClearErrors
  EnumRegValue $R8 SHCTX "${KEY}" 0
  ${If} ${Errors}
    DeleteRegKey /ifempty SHCTX "${KEY}"
  ${EndIf}
!macroend

; A running program can be renamed, but neither replaced nor removed. The copy is for an installation that is cancelled.
!macro SET_RUNNING_ASIDE PROGRAM
  Delete "$INSTDIR\${PROGRAM}.*.old"
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $R8 "$INSTDIR\${PROGRAM}" a
    ${If} ${Errors}
      System::Call "kernel32::GetTickCount() i .R9"
      StrCpy $R9 "$INSTDIR\${PROGRAM}.$R9.old"
      Rename "$INSTDIR\${PROGRAM}" $R9
      CopyFiles /SILENT $R9 "$INSTDIR\${PROGRAM}"
    ${Else}
      FileClose $R8
    ${EndIf}
    ClearErrors
  ${EndIf}
!macroend

!macro NSIS_HOOK_PREINSTALL
  !insertmacro SET_RUNNING_ASIDE duiyi.exe
  !insertmacro EACH_FILE_TYPE BEFORE_ASSOCIATION
!macroend

!macro NSIS_HOOK_POSTINSTALL
  !insertmacro EACH_FILE_TYPE AFTER_ASSOCIATION
  !insertmacro UPDATEFILEASSOC
!macroend

!macro NSIS_HOOK_PREUNINSTALL
  !insertmacro SET_RUNNING_ASIDE duiyi.exe
  !insertmacro EACH_FILE_TYPE BEFORE_REMOVAL
!macroend

!macro NSIS_HOOK_POSTUNINSTALL
  !insertmacro EACH_FILE_TYPE AFTER_REMOVAL
  !insertmacro UPDATEFILEASSOC
  ; What still runs goes with the next start of the machine, where the user may decide that.
  Delete /REBOOTOK "$INSTDIR\duiyi.exe.*.old"
  RMDir /REBOOTOK "$INSTDIR"
!macroend

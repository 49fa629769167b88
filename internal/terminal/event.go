package terminal

// Event is what [Terminal.Next] saw.
type Event struct {
	Kind Kind
	// Data holds the bytes of [Input], at least one.
	Data []byte
}

// Kind says what happened.
type Kind int

const (
	// Nothing: the time was up.
	Nothing Kind = iota
	// Input: bytes came in.
	Input
	// End: the end-of-input key was pressed on an empty line. Only a mode that
	// reads whole lines reports it; the others see the key itself.
	End
	// Resized: the terminal has another size.
	Resized
	// Suspend: the suspend key was pressed. The caller leaves the screen tidy and
	// calls [Terminal.Suspend].
	Suspend
	// Resumed: the process was stopped and goes on. What was on the screen may be
	// gone; modes are set again.
	Resumed
)

// Mode is how the terminal takes what is typed.
type Mode int

const (
	// Found is how the terminal was when it was opened.
	Found Mode = iota
	// Lines is whole lines with echo.
	Lines
	// Hidden is whole lines without echo.
	Hidden
	// Keys is every key at once, without echo, with bracketed paste.
	Keys
)

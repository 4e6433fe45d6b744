// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token contract that misbehaves as it is told to. It is an ERC721, ERC1155 and ERC20 at once: for tests only.
contract HostileToken {
    enum Mode {
        Honest,
        Reverts,
        BurnsGas,
        ReturnsTooLittle,
        ReturnsTooMuch,
        ClaimsAllStandards,
        ClaimsNoStandard,
        ClaimsEveryInterface,
        HasOwnersThatAreNoAddresses,
        FailsForSome
    }

    Mode public mode;
    mapping(uint256 tokenId => address) private owners;
    mapping(address owner => uint256) private balances;

    function behave(Mode mode_) external {
        mode = mode_;
    }

    /// Gives the token to an owner, whoever had it.
    function give(address to, uint256 tokenId) external {
        address before = owners[tokenId];
        if (before != address(0)) --balances[before];
        owners[tokenId] = to;
        ++balances[to];
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        if (mode == Mode.ClaimsNoStandard) return id == 0x01ffc9a7;
        if (mode == Mode.ClaimsEveryInterface) return true;
        if (mode == Mode.ClaimsAllStandards && id == 0xd9b67a26) return true;
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function ownerOf(uint256 tokenId) external view returns (uint256) {
        misbehave(tokenId);
        address owner = owners[tokenId];
        require(owner != address(0), "HostileToken: no owner");
        if (mode == Mode.HasOwnersThatAreNoAddresses) return uint256(uint160(owner)) | (1 << 200);
        return uint160(owner);
    }

    function balanceOf(address owner) external view returns (uint256) {
        misbehave(uint160(owner));
        return balances[owner];
    }

    function balanceOf(address owner, uint256 tokenId) external view returns (uint256) {
        misbehave(uint160(owner));
        return owners[tokenId] == owner ? 1 : 0;
    }

    function misbehave(uint256 about) private view {
        if (mode == Mode.Reverts || (mode == Mode.FailsForSome && about % 2 == 1)) {
            // An inner call that runs out of gas leaves a little to its caller.
            if (mode == Mode.FailsForSome) this.burn();
            revert("HostileToken: told to revert");
        }
        if (mode == Mode.BurnsGas) while (true) {}
        if (mode == Mode.ReturnsTooLittle) assembly ("memory-safe") { return(0, 31) }
        if (mode == Mode.ReturnsTooMuch) assembly ("memory-safe") { return(0x80, 100000) }
    }

    function burn() external pure {
        while (true) {}
    }
}
